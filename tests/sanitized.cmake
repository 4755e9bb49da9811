# g2t once more, for the unit tests, under the address and undefined-behaviour sanitizers. Test programs are linked with
# it, not compiled again. Being shared, it keeps to its own checked instances of templates that tests instantiate too.
include(copy_library.cmake)
set(checks -fsanitize=address,undefined)

function(copy_sanitized original copy type)
  g2t_copy_library(${original} ${copy} ${type} -Og -g1 -UNDEBUG -D_GLIBCXX_ASSERTIONS -fno-omit-frame-pointer
    ${checks} -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all)
  # Eigen changes its allocator under the address sanitizer, and tests must free what the library allocates.
  target_compile_definitions(${copy} PRIVATE EIGEN_MALLOC_ALREADY_ALIGNED=1)
endfunction()

copy_sanitized(g2t_kernels g2t_kernels_sanitized OBJECT)
copy_sanitized(g2t g2t_sanitized SHARED)
target_sources(g2t_sanitized PRIVATE $<TARGET_OBJECTS:g2t_kernels_sanitized>)
target_link_options(g2t_sanitized PUBLIC ${checks} PRIVATE LINKER:-Bsymbolic-functions)

# Suites of whole fits that take from 15 s to a minute under the sanitizers.
set(long_sanitized_suites MirrorModes.*:StartGradient.*:ManyParameters.*:MakePosterior.*:Unbounded.*:UnboundedAnswers.*)

# The program of a layer's tests, linked with this library.
function(g2t_add_sanitized_tests layer)
  add_executable(${layer}_test_sanitized $<TARGET_OBJECTS:${layer}_tests>)
  target_link_libraries(${layer}_test_sanitized PRIVATE ${layer}_tests g2t_sanitized)
  gtest_discover_tests(${layer}_test_sanitized TEST_PREFIX sanitized.${layer}.
    TEST_FILTER "-ReportTime.*:${long_sanitized_suites}"  # wall times say nothing there
    DISCOVERY_TIMEOUT 60
    PROPERTIES LABELS sanitized TIMEOUT 600)
  if(layer STREQUAL inference)
    gtest_discover_tests(${layer}_test_sanitized TEST_PREFIX sanitized.${layer}. TEST_FILTER "${long_sanitized_suites}"
      TEST_LIST long_sanitized_tests DISCOVERY_TIMEOUT 60
      PROPERTIES LABELS long TIMEOUT 600)
  endif()
endfunction()
