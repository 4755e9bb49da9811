// Output files: rejected before the run, whole or absent after it.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <g2t/core/fingerprint.hpp>
#include <g2t/io/output_files.hpp>
#include <io/file_stream.hpp>
#include <io/io_testing.hpp>
#include <thread>

namespace g2t {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

TEST(OutputFiles, AppearTogetherAtTheCommit) {
  const ScratchFolder folder;
  OutputFiles files(folder.file("run"), {".csv", ".q.json"});
  EXPECT_EQ(folder.file_count(), 0U);
  files.stage(".csv", [](std::ostream& out) { out << "a,b\n" << 1.5 << '\n'; });
  files.stage(".q.json", "{}\n");
  EXPECT_FALSE(fs::exists(folder.file("run.csv")));
  EXPECT_THAT(files.commit(), ElementsAre(folder.file("run.csv"), folder.file("run.q.json")));
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "a,b\n1.5\n");
  EXPECT_EQ(text_of_file(folder.file("run.q.json")), "{}\n");
  EXPECT_EQ(folder.file_count(), 2U);
}

TEST(OutputFiles, LeaveNothingWithoutACommit) {
  const ScratchFolder folder;
  {
    OutputFiles files(folder.file("run"), {".csv", ".json"});
    files.stage(".csv", std::string(1 << 20, 'x'));
    EXPECT_THROW(files.stage(".json", [](std::ostream&) { throw std::runtime_error("interrupted"); }),
                 std::runtime_error);
  }
  EXPECT_EQ(folder.file_count(), 0U);
}

TEST(OutputFiles, DoNotReplaceExistingFilesWithoutForce) {
  const ScratchFolder folder;
  folder.write("run.csv", "old");
  EXPECT_THAT(message_of<InvalidArgument>([&] {
                OutputFiles(folder.file("run"), {".json", ".csv"});
              }),
              AllOf(HasSubstr("run.csv"), HasSubstr("--force")));
  OutputFiles files(folder.file("run"), {".csv"}, {true, {}});
  files.stage(".csv", "new");
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "old");
  files.commit();
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "new");
}

TEST(OutputFiles, DoNotReplaceAFileThatAppearedMeanwhile) {
  const ScratchFolder folder;
  std::string kept;
  {
    OutputFiles files(folder.file("run"), {".csv"});
    files.stage(".csv", "new");
    folder.write("run.csv", "other");
    const std::string said = message_of<InvalidArgument>([&] { files.commit(); });
    EXPECT_THAT(said, AllOf(HasSubstr("appeared"), HasSubstr("run.csv.kept-")));
    kept = said.substr(said.find("files are ") + 10);
  }
  const OutputFiles later(folder.file("run"), {".csv"}, {true, {}});
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "other");
  EXPECT_EQ(text_of_file(kept), "new");  // hours of work may be in it
  EXPECT_EQ(folder.file_count(), 2U);
}

TEST(OutputFiles, NeverReplaceAnInput) {
  const ScratchFolder folder;
  const std::string input = folder.write("data.csv", "y,x\n1,2\n");
  fs::create_symlink("data.csv", folder.file("link.csv"));
  fs::create_hard_link(input, folder.file("hard.csv"));
  for (const char* prefix : {"data", "link", "hard", "./data"}) {
    EXPECT_THAT(message_of<InvalidArgument>([&] {
                  OutputFiles(folder.file(prefix), {".csv"}, {true, {input}});
                }),
                HasSubstr("input"))
        << prefix;
  }
  EXPECT_THROW(OutputFiles(folder.file("data"), {".csv"}, {true, {folder.file("link.csv")}}), InvalidArgument);
}

TEST(OutputFiles, ReplaceALinkInsteadOfFollowingIt) {
  const ScratchFolder folder;
  folder.write("real.csv", "old");
  fs::create_symlink("real.csv", folder.file("run.csv"));
  fs::create_symlink("nowhere.q.json", folder.file("run.q.json"));
  EXPECT_THROW(OutputFiles(folder.file("run"), {".csv"}), InvalidArgument);  // a link is there, wherever it leads
  EXPECT_THROW(OutputFiles(folder.file("run"), {".q.json"}), InvalidArgument);
  OutputFiles files(folder.file("run"), {".csv", ".q.json"}, {true, {}});
  files.stage(".csv", "new");
  files.stage(".q.json", "new q");
  files.commit();
  EXPECT_FALSE(fs::is_symlink(folder.file("run.csv")));
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "new");
  EXPECT_EQ(text_of_file(folder.file("run.q.json")), "new q");
  EXPECT_EQ(text_of_file(folder.file("real.csv")), "old");
  EXPECT_FALSE(fs::exists(folder.file("nowhere.q.json")));
}

TEST(OutputFiles, FollowALinkToTheirFolder) {
  const ScratchFolder folder;
  fs::create_directory(folder.file("large_disk"));
  fs::create_symlink("large_disk", folder.file("results"));
  OutputFiles files(folder.file("results/run"), {".csv"});
  files.stage(".csv", "new");
  files.commit();
  EXPECT_EQ(text_of_file(folder.file("large_disk/run.csv")), "new");
}

TEST(OutputFiles, NeverReplaceTheNameOfWhatIsOpen) {
  const ScratchFolder folder;
  fs::create_symlink("/dev/stdout", folder.file("link"));
  for (const std::string& path : {std::string("/dev/stdout"), std::string("/proc/self/fd/1"), folder.file("link")})
    EXPECT_THAT(message_of<InvalidArgument>([&] { OutputFiles(path, {""}, {true, {}}); }), HasSubstr("replaced")) << path;
}

TEST(OutputFiles, NameTheSystemsReasonBeforeTheWork) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { OutputFiles(folder.file("missing/run"), {".csv"}); }),
              AllOf(HasSubstr("missing/run.csv"), HasSubstr("No such file or directory")));
  folder.write("file", "");
  EXPECT_THAT(message_of([&] { OutputFiles(folder.file("file/run"), {".csv"}); }), HasSubstr("ot a directory"));
  fs::create_directory(folder.file("run.csv"));
  EXPECT_THROW(OutputFiles(folder.file("run"), {".csv"}, {true, {}}), InvalidArgument);
  EXPECT_THROW(OutputFiles("/dev/full", {""}, {true, {}}), InvalidArgument);
  EXPECT_THROW(OutputFiles("", {".csv"}), InvalidArgument);
  EXPECT_THROW(OutputFiles(folder.file(""), {".csv"}), InvalidArgument);
}

TEST(OutputFiles, NameTheSystemsReasonForAClosedFolder) {
  const ScratchFolder folder;
  if (::geteuid() == 0) GTEST_SKIP() << "the system lets root write anywhere";
  fs::create_directory(folder.file("closed"));
  fs::permissions(folder.file("closed"), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THAT(message_of([&] { OutputFiles(folder.file("closed/run"), {".csv"}); }), HasSubstr("Permission denied"));
}

TEST(OutputFiles, RefuseWhatWasNotAnnounced) {
  const ScratchFolder folder;
  OutputFiles files(folder.file("run"), {".csv"});
  EXPECT_THROW(files.stage(".json", "{}"), InvalidArgument);
  files.stage(".csv", "1");
  EXPECT_THROW(files.stage(".csv", "2"), InvalidArgument);
}

TEST(OutputFiles, RemoveWhatKilledRunsLeftBehind) {
  const ScratchFolder folder;
  for (const char* left : {"run.csv.partial-12", "run.json.partial-12", "run.csv.earlier-13"}) folder.write(left, "old");
  for (const char* other : {"run.csv.partial-", "run.csv.partial-1x", "running.csv.partial-12", "run.csv.kept-12"})
    folder.write(other, "of somebody else");
  fs::create_symlink("/dev/full", folder.file("run.csv.partial-14"));
  OutputFiles files(folder.file("run"), {".csv", ".json"});
  EXPECT_EQ(folder.file_count(), 4U);
}

TEST(OutputFiles, LeaveThoseOfARunThatGoesOn) {
  const ScratchFolder folder;
  OutputFiles files(folder.file("run"), {".csv"}, {true, {}});
  files.stage(".csv", "first");
  const OutputFiles other(folder.file("run"), {".csv"}, {true, {}});
  files.commit();
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "first");
  EXPECT_EQ(folder.file_count(), 1U);
}

// Killed after the first of two renames: the earlier file has two names, or another one alone.
TEST(OutputFiles, AreThoseOfTheEarlierRunAgainIfOneIsKilledBetweenTwoRenames) {
  const ScratchFolder folder;
  folder.write("run.csv", "new");
  folder.write("run.csv.earlier-12", "old");
  folder.write("run.json", "old");
  fs::create_hard_link(folder.file("run.json"), folder.file("run.json.earlier-12"));
  folder.write("run.json.partial-12", "new");
  folder.write("run.q.json.earlier-12", "old");
  folder.write("run.q.json.partial-12", "new");
  EXPECT_THROW(OutputFiles(folder.file("run"), {".csv", ".json", ".q.json"}), InvalidArgument);  // they exist
  for (const char* name : {"run.csv", "run.json", "run.q.json"}) EXPECT_EQ(text_of_file(folder.file(name)), "old");
  EXPECT_EQ(folder.file_count(), 3U);
}

TEST(OutputFiles, HaveOneLockWhetherTheyExistOrNot) {
  const ScratchFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  folder.write("run.csv", "old");
  OutputFiles files("run", {".csv", ".json"}, {true, {}});
  fs::current_path(before);
  for (const char* suffix : {".csv", ".json"}) files.stage(suffix, "new");
  EXPECT_EQ(files.commit().size(), 2U);
  EXPECT_EQ(text_of_file(folder.file("run.json")), "new");
}

TEST(OutputFiles, KnowTheFingerprintOfWhatIsStaged) {
  const ScratchFolder folder;
  OutputFiles files(folder.file("run"), {".csv"});
  EXPECT_THROW(static_cast<void>(files.fingerprint(".csv")), InvalidArgument);
  const std::string text(100000, 'x');
  files.stage(".csv", text);
  EXPECT_EQ(files.fingerprint(".csv"), fingerprint(text));
}

TEST(OutputFiles, BringBackAllEarlierFilesIfOneCannotBeReplaced) {
  const ScratchFolder folder;
  folder.write("run.csv", "old");
  {
    OutputFiles files(folder.file("run"), {".csv", ".trace.csv", ".json", ".last"}, {true, {}});
    for (const char* suffix : {".csv", ".trace.csv", ".json", ".last"}) files.stage(suffix, "new");
    fs::create_directory(folder.file("run.json"));
    folder.write("run.last", "old");
    EXPECT_THAT(message_of([&] { files.commit(); }), AllOf(HasSubstr("run.json"), HasSubstr("Is a directory")));
  }
  EXPECT_EQ(text_of_file(folder.file("run.csv")), "old");
  EXPECT_EQ(text_of_file(folder.file("run.last")), "old");
  EXPECT_EQ(folder.file_count(), 3U);  // with the folder run.json
}

TEST(OutputFiles, AreNotRenamedBetweenThoseOfAnotherRun) {
  const ScratchFolder folder;
  const int other_run = ::open(folder.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  OutputFiles files(folder.file("run"), {".csv"});
  files.stage(".csv", "1");
  ASSERT_EQ(::flock(other_run, LOCK_EX), 0);
  std::thread commit([&] { files.commit(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_FALSE(fs::exists(folder.file("run.csv")));
  ::close(other_run);
  commit.join();
  EXPECT_TRUE(fs::exists(folder.file("run.csv")));
}

TEST(OutputFiles, RefuseAPrefixThatIsAFolder) {
  const ScratchFolder folder;
  fs::create_directory(folder.file("results"));
  for (const char* prefix : {"results", "results/"})
    EXPECT_THAT(message_of<InvalidArgument>([&] { OutputFiles(folder.file(prefix), {".csv"}); }),
                AllOf(HasSubstr("is a folder"), HasSubstr("results/NAME")));
  EXPECT_THAT(message_of<InvalidArgument>([&] { OutputFiles("/dev/full", {".csv"}); }), HasSubstr("/dev/full"));
  OutputFiles inside(folder.file("results"), {"/a.csv", "/b.csv"});
  inside.stage("/a.csv", "1");
  inside.commit();
  EXPECT_EQ(text_of_file(folder.file("results/a.csv")), "1");
}

TEST(OutputFiles, RefuseNamesThatAreTooLong) {
  const ScratchFolder folder;
  EXPECT_THAT(message_of([&] { OutputFiles(folder.file(std::string(300, 'x')), {".csv"}); }), HasSubstr("File name too long"));
  // Long enough for the file, not for its temporary name.
  EXPECT_THAT(message_of([&] { OutputFiles(folder.file(std::string(250, 'x')), {".csv"}); }), HasSubstr("File name too long"));
}

TEST(OutputFiles, LeaveNothingWhenTheDiskIsFull) {
  const ScratchFolder folder;
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{65536, before.rlim_max};  // stands for a disk with no more room
  ::setrlimit(RLIMIT_FSIZE, &small);
  {
    OutputFiles files(folder.file("run"), {".json", ".csv"});
    files.stage(".json", "{}");
    const std::string message = message_of([&] { files.stage(".csv", std::string(1 << 20, 'x')); });
    EXPECT_THAT(message, AllOf(HasSubstr("run.csv"), HasSubstr("File too large")));
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(folder.file_count(), 0U);
}

TEST(FileBuffer, RemembersTheFirstFailure) {
  const ScratchFolder folder;
  io::FileBuffer missing(folder.file("missing/file"));
  EXPECT_EQ(missing.error(), ENOENT);
  std::ostream out(&missing);
  out << std::string(1 << 18, 'x');
  EXPECT_FALSE(out.good());
  missing.close();
  EXPECT_EQ(missing.error(), ENOENT);
}

}  // namespace
}  // namespace g2t
