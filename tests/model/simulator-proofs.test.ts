import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { shrink } from '../../simulator/cli/shrink.ts';
import type { hashes } from '../../simulator/cli/hash-cli.ts';
import { MARKS, Tally, reportOf, timesReached } from '../../simulator/report/tally.ts';
import type { runSeed } from '../../simulator/run/run.ts';
import { parseLines, worldScriptOf, worldScriptText } from '../../simulator/scripted/script-file.ts';
import { buildSimulator, plant, small } from '../support/simulator-build.ts';

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

let folder: string;
let built: { readonly runSeed: typeof runSeed; readonly hashes: typeof hashes };
beforeAll(async () => {
  const { exports, ...made } = await buildSimulator(['run/run', 'cli/hash-cli']);
  ({ folder } = made);
  built = exports as typeof built;
  return made.remove;
});

describe('the simulator itself', () => {
  it('SIM-1: the same seed is the same trace, again, after others, and in another process with another zone, language and folder', async () => {
    const here = await built.hashes(1, 3);
    expect(new Set(here).size).toBe(3);
    expect([await built.hashes(3, 3), await built.hashes(2, 2)]).toEqual([[here[2]], [here[1]]]);
    const file = pathToFileURL(join(folder, 'hash-cli.js')).href;
    const script = `import(${JSON.stringify(file)}).then(async ({ hashes }) => process.stdout.write(JSON.stringify(await hashes(1, 3))))`;
    const text = execFileSync(process.execPath, ['-e', script], {
      cwd: tmpdir(),
      env: { TZ: 'Pacific/Chatham', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', UV_THREADPOOL_SIZE: '2' },
      encoding: 'utf8',
    });
    expect(JSON.parse(text)).toEqual(here);
  });

  it('SIM-5: a planted bug is found, shrunk below 30 steps, and its script fails again', async () => {
    plant('own-counted-twice');
    try {
      let failed = await built.runSeed(small(1, { steps: 50 }));
      for (let seed = 2; failed.problems.length === 0 && seed < 20; seed += 1)
        failed = await built.runSeed(small(seed, { steps: 50 }));
      expect(failed.problems[0]?.checker).toBeDefined();
      const options = small(failed.seed, { steps: 50 });
      const shrunk = await shrink(options, failed, 30_000, built.runSeed);
      expect(shrunk?.outcome.plan.length).toBeLessThan(30);
      const text = worldScriptText({
        seed: failed.seed,
        clients: 3,
        nodes: 2,
        plan: shrunk?.outcome.plan ?? [],
      });
      const script = worldScriptOf(parseLines(text));
      const again = await built.runSeed({ ...options, plan: script?.plan ?? [] });
      expect(again.problems.map((one) => one.checker)).toContain(failed.problems[0]?.checker);
      expect(again.hash).toBe(shrunk?.outcome.hash);
    } finally {
      plant(null);
    }
  });
});

describe('a sweep', () => {
  it('SIM-6: rare things happen: a few seeds reach most marks, and the summary tells which', async () => {
    const tally = new Tally();
    for (let seed = 1; seed <= 4; seed += 1)
      tally.add(reportOf(await built.runSeed(small(seed, { steps: 120 }))));
    const missing = MARKS.filter((mark) => timesReached(tally.counts, mark) === 0);
    expect(missing.length).toBeLessThan(MARKS.length / 2);
    for (const mark of MARKS)
      expect(tally.summary(1)).toContain(`${mark} ${timesReached(tally.counts, mark)}`);
  });
});

describe('users who act on the same messages', () => {
  it('SIM-33: they find an act that changes another user’s reaction, and users who see all messages do not', async () => {
    const options = small(6, { nodes: 1, faults: 'none', subjects: ['reacting'], haste: 0.25, focus: 0.9 });
    const near = { ...options, eyes: 3 };
    expect((await built.runSeed(near)).problems).toEqual([]);
    plant('others-reaction-takes-mine');
    try {
      expect((await built.runSeed(options)).problems).toEqual([]);
      const { problems } = await built.runSeed(near);
      expect(problems.map(({ checker, text }) => `${checker}: ${text}`).join()).toMatch(
        /the oracle agrees: .*the oracle says .*\*/,
      );
    } finally {
      plant(null);
    }
  });
});

/** The first problem that a World with a stranger reports while this bug is planted. */
async function foundByStranger(bug: string): Promise<string> {
  plant(bug);
  try {
    for (let seed = 4; seed <= 240; seed += 4) {
      const { problems, counts } = await built.runSeed(
        small(seed, { clients: 2, nodes: 1, steps: 120, faults: 'none' }),
      );
      expect(counts.get('lie') ?? 0, `seed ${seed}`).toBeGreaterThan(0);
      if (problems.length > 0) return problems.map((one) => `${one.checker}: ${one.text}`).join('\n');
    }
    return '';
  } finally {
    plant(null);
  }
}

describe('a dishonest user', () => {
  it('SIM-22: finds that an ended login still opens, and that a refusal leaves something', async () => {
    // Either the misuse or the wrong list of sessions (SIM-29) is found, whichever comes first.
    expect(await foundByStranger('ended-login-opens')).toMatch(/that login had ended|was that login over/);
    expect(await foundByStranger('refusal-leaves-row')).toMatch(
      /what is refused changes nothing: .* changed .*groups/,
    );
  });
});
