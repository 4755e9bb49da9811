# g2t once more, for the unit tests, under the address and undefined-behaviour sanitizers. Test programs are linked with
# it, not compiled again. Being shared, it keeps to its own checked instances of templates that tests instantiate too.
set(checks -fsanitize=address,undefined)

# copy_sanitized(ORIGINAL COPY TYPE): a library COPY with the sources and settings of ORIGINAL.
function(copy_sanitized original copy type)
  add_library(${copy} ${type})
  foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_FEATURES COMPILE_OPTIONS CXX_EXTENSIONS INCLUDE_DIRECTORIES
      LINK_LIBRARIES POSITION_INDEPENDENT_CODE PRECOMPILE_HEADERS UNITY_BUILD UNITY_BUILD_BATCH_SIZE)
    get_property(value TARGET ${original} PROPERTY ${property})
    set_property(TARGET ${copy} PROPERTY ${property} ${value})
  endforeach()
  get_target_property(folder ${original} SOURCE_DIR)
  get_target_property(sources ${original} SOURCES)
  list(FILTER sources EXCLUDE REGEX TARGET_OBJECTS)
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder})
    target_sources(${copy} PRIVATE ${source})
    get_source_file_property(is_apart ${source} TARGET_DIRECTORY ${original} SKIP_UNITY_BUILD_INCLUSION)
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ${is_apart})
  endforeach()
  # Eigen changes its allocator under the address sanitizer, and tests must free what the library allocates.
  target_compile_definitions(${copy} PRIVATE EIGEN_MALLOC_ALREADY_ALIGNED=1)
  target_compile_options(${copy} PRIVATE -Og -g1 -UNDEBUG -D_GLIBCXX_ASSERTIONS -fno-omit-frame-pointer
    ${checks} -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all)
endfunction()

copy_sanitized(g2t_kernels g2t_kernels_sanitized OBJECT)
copy_sanitized(g2t g2t_sanitized SHARED)
target_sources(g2t_sanitized PRIVATE $<TARGET_OBJECTS:g2t_kernels_sanitized>)
target_link_options(g2t_sanitized PUBLIC ${checks} PRIVATE LINKER:-Bsymbolic-functions)

# The program of a layer's tests, linked with this library.
function(g2t_add_sanitized_tests layer)
  add_executable(${layer}_test_sanitized $<TARGET_OBJECTS:${layer}_tests>)
  target_link_libraries(${layer}_test_sanitized PRIVATE ${layer}_tests g2t_sanitized)
  gtest_discover_tests(${layer}_test_sanitized TEST_PREFIX sanitized.${layer}. DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS sanitized TIMEOUT 600)
endfunction()
