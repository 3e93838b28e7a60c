import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest in each project, the longest first. A long one that begins last runs alone
 * while the other core has nothing to do; those over PostgreSQL mostly wait.
 */
const LONGEST = [
  'e2e/journeys/three-people.test.ts',
  'e2e/screens-zh.test.ts',
  'e2e/screens-en.test.ts',
  'e2e/calls.test.ts',
  'e2e/calls-media.test.ts',
  'e2e/screens-denied.test.ts',
  'e2e/phone/update.test.ts',
  'e2e/phone/prompts.test.ts',
  'e2e/demo.test.ts',
  'e2e/unread.test.ts',
  'e2e/watch.test.ts',
  'e2e/touch.test.ts',
  'e2e/reading.test.ts',
  'e2e/media.test.ts',
  'ui/open-while-changed.test.tsx',
  'ui/replayed-screens.test.tsx',
  'model/simulator.test.ts',
  'properties/client-converges.test.ts',
  'properties/client-and-server.test.ts',
  'properties/server-and-client.test.ts',
  'server/copies-files.test.ts',
  'server/copies.test.ts',
  'server/ways.test.ts',
  'server/permission-matrix.test.ts',
  'server/bad-input.test.ts',
  'contract/store-file.test.ts',
  'server/on-postgres.pg.test.ts',
  'contract/store-postgres.pg.test.ts',
  'server/redis-bus.redis.test.ts',
];

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}`));
  return at < 0 ? LONGEST.length : at;
};

/** A fresh checkout knows no durations, and would begin with what has the most characters. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the runner
    const byRunner = await super.sort(files);
    return byRunner.toSorted((a, b) => place(a) - place(b));
  }
}
