import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, the longest first; one that begins last runs alone while the other core rests. */
const LONGEST = [
  'screens-zh.test.ts',
  'screens-en.test.ts',
  'calls.test.ts',
  'calls-media.test.ts',
  'screens-denied.test.ts',
  'media.test.ts',
  'phone/prompts.test.ts',
];

const place = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/e2e/${name}`));
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
