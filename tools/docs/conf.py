# SPDX-License-Identifier: Apache-2.0
# Sphinx's configuration of the site (tools/docs/build_site.py copies it).
project = "Kiln"
author = "the Kiln authors"
extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4
root_doc = "docs/index"
html_theme = "furo"
html_title = "Kiln"
html_copy_source = False
html_show_copyright = False
# Prototypes of C++ are long: a parameter a line.
nitpicky = False
highlight_language = "none"
