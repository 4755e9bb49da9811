// Which call of which function is to fail, as the environment says it; and counts of all calls.
#pragma once

#include <string_view>

namespace faults {

/// The kinds of calls that are counted, each with numbers of its own.
enum class Kind { Open, Read, Write, Fsync, Close, Rename, Link, Unlink, Truncate, Folder, Lock, Thread, Load, Memory, kCount };

/// What a call is to do in place of its work.
enum class Fault { None, Fail, Short, Kill };

/// Counts a call. FAULTS_CALL names the kind, FAULTS_NUMBER says which call (from 1), and FAULTS_ERROR how it fails: an
/// errno as a number, "short" (half of it is written) or "kill". With FAULTS_GOES_ON all later ones fail too.
Fault count(Kind kind);

/// The errno of a call that fails.
int error_number();

/// True for files of the test: paths that are relative or under FAULTS_FOLDER, and files that are open there.
bool is_own(const char* path);
bool is_own(int descriptor);

/// Memory of FAULTS_LEAST_SIZE bytes and more is counted, after the first file of the test has been opened: what a program
/// needs to know its own options is no question of the work that it has.
bool is_large(unsigned long size);

}  // namespace faults
