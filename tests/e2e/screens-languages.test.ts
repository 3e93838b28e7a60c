import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { textFaults } from '../support/proof/passes.ts';
import { builtWithLanguages } from '../support/second-build.ts';
import { temporaryFolder } from '../support/server.ts';

it(
  'SCREEN-9: every text of the app is translated, and has room for one that is 40 % longer',
  { timeout: 1_800_000 },
  async () => {
    const folder = temporaryFolder();
    execFileSync(process.execPath, ['src/tools/texts.mjs', '--pseudo', folder]);
    expect(await textFaults('en-XA', 'narrow', await builtWithLanguages(folder))).toEqual([]);
  },
);

it('SCREEN-10: every screen has room for Arabic, from right to left', { timeout: 1_800_000 }, async () => {
  expect(await textFaults('ar', 'wide')).toEqual([]);
});
