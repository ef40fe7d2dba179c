/* SPDX-License-Identifier: Apache-2.0
 * A backend in C for the test of the interface's versions: one device, whose memory is the host's, which runs
 * queued work at once and knows one kernel, the sum of two packed arrays of float32. Compiled once for each
 * PLUGIN_ variant (meson.build). */
#ifdef PLUGIN_OLD
#include "backend_15_0.h"
#else
#include <kiln/backend.h>
#endif

#include <stdlib.h>
#include <string.h>

#ifdef PLUGIN_NEWER /* a later minor version has appended to all that may grow */
#define MINOR (KILN_BACKEND_MINOR + 1)
#else
#define MINOR KILN_BACKEND_MINOR
#endif

struct kiln_backend_driver {
  int unused;
};
struct kiln_backend_context {
  int unused;
};
struct kiln_backend_queue {
  int unused;
};
struct kiln_backend_event {
  int unused;
};
struct kiln_backend_memory {
  void* data;
};
struct kiln_backend_program {
  int unused;
};

/* Fills in what the caller's struct has room for. */
static void give(void* to, const void* from) {
  size_t room, known;
  memcpy(&room, to, sizeof room);
  memcpy(&known, from, sizeof known);
  memcpy((char*)to + sizeof room, (const char*)from + sizeof room, (room < known ? room : known) - sizeof room);
}

static kiln_status fail(kiln_backend_error* error, kiln_status status, const char* message, const char* log) {
  error->vendor_code = -7;
  error->describe(error, message, log);
  return status;
}

static void* make(size_t bytes) { return calloc(1, bytes); }

static void destroy(kiln_backend_context* context) { free(context); }

static kiln_status properties(kiln_backend_context* context, kiln_backend_device* device, kiln_backend_properties* out,
                              kiln_backend_error* error) {
  kiln_backend_device texts;
#ifdef PLUGIN_NEWER
  struct {
    kiln_backend_properties known;
    unsigned char more[256];
  } whole;
  kiln_backend_properties* const numbers = &whole.known;
  memset(&whole, 0xA5, sizeof whole);
#else
  kiln_backend_properties whole;
  kiln_backend_properties* const numbers = &whole;
#endif
  (void)context, (void)error;
  memset(&texts, 0, sizeof texts);
  texts.struct_size = sizeof texts;
  texts.id = "0";
  texts.name = "Plug-in device";
  texts.kind = KILN_BACKEND_CPU;
  texts.dialect = KILN_BACKEND_HOST;
  give(device, &texts);
  memset(numbers, 0, sizeof *numbers);
  numbers->struct_size = sizeof whole;
  numbers->compute_units = 1;
  numbers->max_local_size = 64;
  for (int i = 0; i < 3; ++i) numbers->max_local_sizes[i] = 64, numbers->max_groups[i] = 1 << 20;
  numbers->max_groups_in_all = UINT64_MAX;
  numbers->local_memory = numbers->declared_local_memory = 1 << 15;
  numbers->parameter_bytes = 1024;
  numbers->total_memory = numbers->largest_block = 1 << 30;
  numbers->base_alignment = 64;
  numbers->has_subnormals = true;
  numbers->unified_memory = true;
  give(out, &whole);
  return KILN_OK;
}

static kiln_status memory_info(kiln_backend_context* context, kiln_backend_memory_info* info,
                               kiln_backend_error* error) {
  (void)context, (void)error;
  info->total = 1 << 30;
  return KILN_OK;
}

static kiln_status queue_create(kiln_backend_context* context, bool timing, kiln_backend_queue** queue,
                                kiln_backend_error* error) {
  (void)context, (void)timing, (void)error;
  *queue = make(sizeof **queue);
  return *queue ? KILN_OK : KILN_OUT_OF_HOST_MEMORY;
}
static void queue_destroy(kiln_backend_context* context, kiln_backend_queue* queue) { (void)context, free(queue); }
static kiln_status queue_wait(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_error* error) {
  (void)context, (void)queue, (void)error;
  return KILN_OK;
}

static kiln_status event_record(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_event** event,
                                kiln_backend_error* error) {
  (void)context, (void)queue, (void)error;
  *event = make(sizeof **event);
  return *event ? KILN_OK : KILN_OUT_OF_HOST_MEMORY;
}
static kiln_status event_enqueue_wait(kiln_backend_context* context, kiln_backend_queue* queue,
                                      kiln_backend_event* event, kiln_backend_error* error) {
  (void)context, (void)queue, (void)event, (void)error;
  return KILN_OK;
}
static kiln_status event_wait(kiln_backend_context* context, kiln_backend_event* event, kiln_backend_error* error) {
  (void)context, (void)event, (void)error;
  return KILN_OK;
}
static kiln_status event_done(kiln_backend_context* context, kiln_backend_event* event, bool* done,
                              kiln_backend_error* error) {
  (void)context, (void)event, (void)error;
  *done = true;
  return KILN_OK;
}
static void event_destroy(kiln_backend_context* context, kiln_backend_event* event) { (void)context, free(event); }

static kiln_status memory_allocate(kiln_backend_context* context, size_t bytes, int32_t kind,
                                   kiln_backend_memory** memory, kiln_backend_error* error) {
#ifdef PLUGIN_CRASHES
  abort();
#endif
  (void)context, (void)kind;
  kiln_backend_memory* const made = make(sizeof *made);
  if (!made) return KILN_OUT_OF_HOST_MEMORY;
  made->data = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!made->data) {
    free(made);
    return fail(error, KILN_OUT_OF_MEMORY, "aligned_alloc gave nothing", NULL);
  }
  *memory = made;
  return KILN_OK;
}
static void memory_free(kiln_backend_context* context, kiln_backend_memory* memory) {
  (void)context;
  free(memory->data);
  free(memory);
}
static void* memory_host_pointer(kiln_backend_context* context, kiln_backend_memory* memory) {
  (void)context;
  return memory->data;
}
static uintptr_t memory_native(kiln_backend_context* context, kiln_backend_memory* memory) {
  (void)context;
  return (uintptr_t)memory->data;
}
static char* at(kiln_backend_memory* memory, size_t offset) { return (char*)memory->data + offset; }
static kiln_status memory_write(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                                size_t to_offset, const void* from, size_t bytes, bool block,
                                kiln_backend_error* error) {
  (void)context, (void)queue, (void)block, (void)error;
  memcpy(at(to, to_offset), from, bytes);
  return KILN_OK;
}
static kiln_status memory_read(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* from,
                               size_t from_offset, void* to, size_t bytes, bool block, kiln_backend_error* error) {
  (void)context, (void)queue, (void)block, (void)error;
  memcpy(to, at(from, from_offset), bytes);
  return KILN_OK;
}
static kiln_status memory_copy(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                               size_t to_offset, kiln_backend_memory* from, size_t from_offset, size_t bytes,
                               kiln_backend_error* error) {
  return memory_write(context, queue, to, to_offset, at(from, from_offset), bytes, true, error);
}
static kiln_status memory_fill(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_memory* to,
                               size_t offset, size_t bytes, const void* pattern, size_t pattern_bytes,
                               kiln_backend_error* error) {
  (void)context, (void)queue, (void)error;
  for (size_t i = 0; i < bytes; i += pattern_bytes) memcpy(at(to, offset + i), pattern, pattern_bytes);
  return KILN_OK;
}

static kiln_status program_build(kiln_backend_context* context, const kiln_backend_source* source,
                                 kiln_backend_program** program, kiln_backend_error* error) {
  (void)context;
  if (source->struct_size < sizeof *source || strlen(source->text) != source->text_bytes)
    return fail(error, KILN_INTERNAL, "the source has another size than its struct_size or text_bytes says", NULL);
  if (!strstr(source->text, "void elementwise("))
    return fail(error, KILN_BUILD_ERROR, "the text has no kernel that this device knows", "line 1: not a sum");
  *program = make(sizeof **program);
  return *program ? KILN_OK : KILN_OUT_OF_HOST_MEMORY;
}
static kiln_status program_load(kiln_backend_context* context, const void* binary, size_t bytes,
                                const kiln_backend_source* source, kiln_backend_program** program,
                                kiln_backend_error* error) {
  (void)binary, (void)bytes;
  return program_build(context, source, program, error);
}
static kiln_status program_binary(kiln_backend_context* context, kiln_backend_program* program,
                                  kiln_backend_sink* binary, kiln_backend_error* error) {
  (void)context, (void)program, (void)binary, (void)error;
  return KILN_OK;
}
static void program_destroy(kiln_backend_context* context, kiln_backend_program* program) {
  (void)context, free(program);
}
static kiln_status program_kernel(kiln_backend_context* context, kiln_backend_program* program, const char* name,
                                  kiln_backend_kernel** kernel, kiln_backend_error* error) {
  (void)context;
  if (strcmp(name, "elementwise") != 0) return fail(error, KILN_INVALID_ARGUMENT, "there is no such kernel", NULL);
  *kernel = (kiln_backend_kernel*)program;
  return KILN_OK;
}
#ifndef PLUGIN_LACKING
static kiln_status kernel_info(kiln_backend_context* context, kiln_backend_kernel* kernel,
                               kiln_backend_kernel_info* info, kiln_backend_error* error) {
  (void)context, (void)kernel, (void)error;
  info->max_local_size = 64;
  return KILN_OK;
}
#endif

/* Pointers to the result and both operands, each followed by an offset in bytes; then the number of elements.
 */
static kiln_status kernel_launch(kiln_backend_context* context, kiln_backend_queue* queue, kiln_backend_kernel* kernel,
                                 const kiln_backend_launch* launch, kiln_backend_error* error) {
  float* pointers[3];
  uint32_t count;
  (void)context, (void)queue, (void)kernel;
  if (launch->struct_size < sizeof *launch || launch->argument_count < 7)
    return fail(error, KILN_INTERNAL, "the launch has another size, or fewer arguments than a sum", NULL);
  for (int i = 0; i < 3; ++i) {
    int64_t offset;
    const kiln_backend_argument *memory = &launch->arguments[2 * i], *value = &launch->arguments[2 * i + 1];
    if (memory->kind != KILN_BACKEND_MEMORY_ARGUMENT || value->kind != KILN_BACKEND_VALUE_ARGUMENT || value->size != 8)
      return fail(error, KILN_INTERNAL, "the arguments are not those of a sum", NULL);
    memcpy(&offset, value->value, 8);
    pointers[i] = (float*)at(memory->memory, memory->offset + (size_t)offset);
  }
  memcpy(&count, launch->arguments[6].value, sizeof count);
  for (uint32_t i = 0; i < count; ++i) pointers[0][i] = pointers[1][i] + pointers[2][i];
  return KILN_OK;
}

static kiln_status create(kiln_backend_driver** driver, kiln_backend_error* error) {
  (void)error;
  *driver = make(sizeof **driver);
  return *driver ? KILN_OK : KILN_OUT_OF_HOST_MEMORY;
}
static void destroy_driver(kiln_backend_driver* driver) { free(driver); }
static void probe(kiln_backend_driver* driver, kiln_backend_sink* devices, kiln_backend_sink* reason,
                  kiln_backend_sink* notes) {
  kiln_backend_device device;
  (void)driver, (void)reason;
  memset(&device, 0, sizeof device);
  device.struct_size = sizeof device;
  device.id = "0";
  device.name = "Plug-in device";
  devices->take(devices, &device, sizeof device);
  notes->take(notes, "a note", 6);
}
static kiln_status open_device(kiln_backend_driver* driver, const char* id, int32_t wait,
                               kiln_backend_context** context, kiln_backend_error* error) {
  (void)driver, (void)wait;
  if (strcmp(id, "0") != 0) return fail(error, KILN_NO_DEVICE, "there is no such device", NULL);
  *context = make(sizeof **context);
  return *context ? KILN_OK : KILN_OUT_OF_HOST_MEMORY;
}

#ifndef PLUGIN_CONTEXT_SIZE
#define PLUGIN_CONTEXT_SIZE sizeof(context_table)
#endif
#ifndef PLUGIN_RECORD_SIZE
#define PLUGIN_RECORD_SIZE sizeof(kiln_backend_exports)
#endif
#ifndef PLUGIN_MAJOR
#define PLUGIN_MAJOR KILN_BACKEND_MAJOR
#endif
#ifndef PLUGIN_NEEDS
#define PLUGIN_NEEDS 0
#endif

#ifdef PLUGIN_NEWER
typedef struct context_table {
  kiln_backend_context_api known;
  void (*more[64])(void);
} context_table;
#define KNOWN(table) ((table).known)
#else
typedef kiln_backend_context_api context_table;
#define KNOWN(table) (table)
#endif

static const kiln_backend_driver_api driver_functions = {
    .struct_size = sizeof driver_functions,
    .create = create,
    .destroy = destroy_driver,
    .probe = probe,
    .open = open_device,
};
static const context_table context_functions = {
#ifdef PLUGIN_NEWER
    .more = {abort},
    .known =
        {
#endif
            .struct_size = PLUGIN_CONTEXT_SIZE,
            .destroy = destroy,
            .properties = properties,
            .memory_info = memory_info,
            .queue_create = queue_create,
            .queue_destroy = queue_destroy,
            .queue_flush = queue_wait,
            .queue_finish = queue_wait,
            .event_record = event_record,
            .event_enqueue_wait = event_enqueue_wait,
            .event_wait = event_wait,
            .event_done = event_done,
            .event_destroy = event_destroy,
            .memory_allocate = memory_allocate,
            .memory_free = memory_free,
            .memory_host_pointer = memory_host_pointer,
            .memory_native = memory_native,
            .memory_write = memory_write,
            .memory_read = memory_read,
            .memory_copy = memory_copy,
            .memory_fill = memory_fill,
            .program_build = program_build,
            .program_load = program_load,
            .program_binary = program_binary,
            .program_destroy = program_destroy,
            .program_kernel = program_kernel,
#ifndef PLUGIN_LACKING
            .kernel_info = kernel_info,
#endif
            .kernel_launch = kernel_launch,
#ifdef PLUGIN_NEWER
        },
#endif
};

__attribute__((visibility("default"))) extern const kiln_backend_exports kiln_backend_module;
const kiln_backend_exports kiln_backend_module = {
    .major = PLUGIN_MAJOR,
    .minor = MINOR,
    .needs_minor = PLUGIN_NEEDS,
    .struct_size = PLUGIN_RECORD_SIZE,
    .name = PLUGIN_NAME,
    .driver = &driver_functions,
    .context = &KNOWN(context_functions),
};
