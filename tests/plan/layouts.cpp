#include "core/plan/plan.hpp"
#include "tests/plan/fixture.hpp"

using namespace gpusel;

namespace {

std::vector<Layout> layouts_of(const Scenario& s, Count count, Count nodes) {
  const Result<Question> q = resolve(catalogue(), s);
  REQUIRE(q.ok());
  const Accelerator* a = catalogue().accelerator("h100-sxm5-80gb");
  REQUIRE(a);
  return layouts(catalogue(), *q, *a, count, nodes);
}

}  // namespace

TEST_CASE("every training layout uses every device once and divides the heads") {
  for (Count count : {1, 2, 6, 8, 16, 24}) {
    for (const Layout& l : layouts_of(
             train(llama3_8b, R"("method":"full","gradient_accumulation":8)", R"("accelerator":"h100-sxm5-80gb")"),
             count, 1)) {
      CHECK(l.dp * l.tp * l.pp * l.cp == count);
      CHECK(32 % l.tp == 0);
      CHECK(l.zero >= 0);
      CHECK(l.zero <= 3);
      if (l.pp > 1) CHECK(l.zero <= 1);
    }
  }
}

TEST_CASE("a framework's layouts are those it can run") {
  for (const Layout& l :
       layouts_of(train(llama3_8b, R"("framework":"hf-trainer")", R"("accelerator":"h100-sxm5-80gb")"), 8, 1)) {
    CHECK(l.tp == 1);
    CHECK(l.pp == 1);
  }
  for (const Layout& l : layouts_of(train(llama3_8b, R"("weights":"nf4")", R"("accelerator":"h100-sxm5-80gb")"), 8, 1))
    CHECK(l.tp == 1);
}

TEST_CASE("what the scenario fixes stays") {
  for (const Layout& l : layouts_of(
           train(llama3_8b, "", R"("accelerator":"h100-sxm5-80gb","count":8,"parallel":{"tp":2,"zero":1})"), 8, 1)) {
    CHECK(l.tp == 2);
    CHECK(l.zero == 1);
  }
}

TEST_CASE("tensor parallelism stays inside the fast domain") {
  for (const Layout& l :
       layouts_of(train(llama3_70b, R"("method":"full")", R"("accelerator":"h100-sxm5-80gb")"), 32, 4))
    CHECK(l.tp <= 8);
}

TEST_CASE("llama.cpp splits by layer") {
  for (const Layout& l : layouts_of(
           serve(llama3_8b, R"("engine":"llama.cpp","weights":"q4_k_m")", R"("accelerator":"h100-sxm5-80gb")"), 4, 1)) {
    CHECK(l.tp == 1);
    CHECK(l.dp * l.layer_split == 4);
  }
}

TEST_CASE("hybrid sharding is tried where shards would cross hosts, and chosen where the network is slow") {
  const auto plan = [](double network) {
    return estimated(train(
        llama3_8b, R"("method":"full","recipe":"amp","sequence_length":2048,"micro_batch":1,"framework":"torchtitan")",
        R"("accelerator":"h200-sxm-141gb","count":64,"nodes":8,"network_bytes_per_second":)" +
            std::to_string(network)));
  };
  const Report slow = plan(1.5e9);
  CHECK(slow.scenario.hardware->parallel.shard == Count{8});
  CHECK(slow.scenario.hardware->parallel.zero == Count{3});
  // The filled scenario is the same question, and groups that do not divide are refused.
  CHECK(estimated(slow.scenario).train->step.estimate == slow.train->step.estimate);
  Scenario odd = slow.scenario;
  odd.hardware->parallel.shard = 7;
  CHECK(!estimate(catalogue(), odd, {false, false}).ok());
  // A framework without it, and one host, have no groups.
  CHECK(!estimated(train(llama3_8b, R"("method":"full","recipe":"amp","framework":"deepspeed")",
                         R"("accelerator":"h100-sxm5-80gb","count":64,"nodes":8,"network_bytes_per_second":1.5e9)"))
             .scenario.hardware->parallel.shard);
  CHECK(!estimated(train(llama3_8b, R"("method":"full","recipe":"amp")", R"("accelerator":"h100-sxm5-80gb","count":8)"))
             .scenario.hardware->parallel.shard);
}
