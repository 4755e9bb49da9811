# Installs the library, its headers, the program if it is built, and the files that find_package(g2t) reads.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/g2t)

install(TARGETS g2t EXPORT g2tTargets FILE_SET HEADERS)
if(TARGET g2t_ranks)
  install(TARGETS g2t_ranks EXPORT g2tTargets FILE_SET HEADERS)
endif()
install(EXPORT g2tTargets NAMESPACE g2t:: DESTINATION ${package_dir})
if(TARGET g2t_program)
  install(TARGETS g2t_program)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/install-stan TYPE BIN RENAME g2t-install-stan)
endif()

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/g2tConfig.cmake.in ${PROJECT_BINARY_DIR}/g2tConfig.cmake
  INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may break what the one before it promised.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/g2tConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/g2tConfig.cmake ${PROJECT_BINARY_DIR}/g2tConfigVersion.cmake
  DESTINATION ${package_dir})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
