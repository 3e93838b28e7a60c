import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dependenciesAreStale } from '../../src/tools/dependencies.mjs';
import { testsOf } from '../../src/tools/import-graph.mjs';
import { sourcesOfTests, testsAgain } from '../../src/tools/newer-tests.mjs';
import { nodeProblem } from '../../src/tools/node-version.mjs';
import { ruleFaults, rulesNamedBy, rulesOn, testsIn } from '../../src/tools/rules-report.mjs';
import { countOf, failedTests, unstableTests } from '../../src/tools/test-reports.mjs';
import { partsOf, orderOfParts } from '../../src/tools/test-tiers.mjs';
import { importsOf } from '../support/house/imports.ts';
import { root } from '../support/house/repository.ts';

const test = (title: string, status = 'passed', ancestorTitles: readonly string[] = []) => ({
  title,
  status,
  ancestorTitles,
});
const file = (assertionResults: readonly ReturnType<typeof test>[], status = 'passed') => ({
  name: '/repo/tests/a.test.ts',
  status,
  startTime: 0,
  endTime: 1,
  assertionResults,
});
const listRequests = (words: Partial<Parameters<typeof partsOf>[0]>) =>
  partsOf({ full: false, rest: false, quick: false, only: null, ...words }).map(({ name }) => name);

const installed = (packages: Record<string, { version: string }>) => ({ packages });

/**
 * Packages that a tool imports before its first line runs, directly or through our files, without `import()`.
 */
function packagesAtOnce(tool: string): readonly string[] {
  const paths = new Set([tool]);
  const packages = new Set<string>();
  for (const path of paths) {
    const source = readFileSync(`${root}${path}`, 'utf8').replaceAll(/\bimport\(/g, 'later(');
    for (const { to, ours } of importsOf(path, source)) {
      if (ours) paths.add(to);
      else if (!to.startsWith('node:')) packages.add(`${path}: ${to}`);
    }
  }
  return [...packages];
}

describe('the start command', () => {
  const expected = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '2.0.0', optional: true },
    },
  };

  it.each([
    ['nothing is installed', null],
    ['an installation lacks a package', installed({})],
    ['a package has another version', installed({ 'node_modules/a': { version: '1.0.1' } })],
    [
      'a package is no longer wanted',
      installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/c': { version: '1.0.0' } }),
    ],
  ])('START-1: installs when %s', (_when, have) => {
    expect(dependenciesAreStale(expected, have)).toBe(true);
  });

  it('START-1: installs nothing when only packages of other platforms are absent', () => {
    expect(dependenciesAreStale(expected, installed({ 'node_modules/a': { version: '1.0.0' } }))).toBe(false);
  });

  it('START-1: no command needs a package before it has looked whether all are there', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const commands = Object.values(scripts).flatMap((line) => /^node (\S+\.mjs)/.exec(line)?.[1] ?? []);
    expect(commands).toContain('src/tools/start.mjs');
    expect(commands.flatMap(packagesAtOnce)).toEqual([]);
  });

  it.each([
    ['20.18.3', false],
    ['18.20.0', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['22.1.0', true],
  ])('START-1: Node %s will do: %s', (version, fits) => {
    expect(nodeProblem(version) === null).toBe(fits);
  });

  it('START-19: an old Node ends with one line, and the service unit does not try again', () => {
    const old = `Object.defineProperty(process.versions, 'node', { value: '18.0.0' });`;
    const path = JSON.stringify(`${root}src/tools/node-version.mjs`);
    const run = spawnSync(
      process.execPath,
      ['-e', `${old} void import(${path}).then(({ requireNode }) => requireNode());`],
      { encoding: 'utf8' },
    );
    expect([run.status, run.stderr]).toEqual([78, `${nodeProblem('18.0.0')}\n`]);
  });
});

describe('the rules report', () => {
  const rules = rulesOn('# Rules\n\n## SOCK: sockets\n- SOCK-1 Ping.\n- SOCK-12 Paths.\n');

  it('ARCH-3: reads rules from the page and from titles', () => {
    expect([...rules]).toEqual([
      ['SOCK-1', 'Ping.'],
      ['SOCK-12', 'Paths.'],
    ]);
    expect(rulesNamedBy('SOCK-1: pings')).toEqual(['SOCK-1']);
    expect(rulesNamedBy('SOCK-1, SOCK-12: pings')).toEqual(['SOCK-1', 'SOCK-12']);
    expect(rulesNamedBy('SOCK-1 SOCK-12: pings')).toEqual(['SOCK-1', 'SOCK-12']);
    expect(rulesNamedBy('pings as SOCK-1 says')).toEqual([]);
    expect(testsIn({ testResults: [file([test('pings', 'passed', ['SOCK-1: x'])])] }, '/repo/')).toEqual([
      { rules: ['SOCK-1'], file: 'tests/a.test.ts', title: 'pings', ran: true },
    ]);
  });

  it('ARCH-3: two rules of one number are an error, wherever the page is read', () => {
    expect(() => rulesOn('- SOCK-1 Ping.\n- SOCK-2 Pong.\n- SOCK-1 Close.\n')).toThrow('SOCK-1');
    expect(() => rulesOn('- SOCK-1a Ping.\n- SOCK-1a Pong.\n')).toThrow('SOCK-1a');
    expect(() => rulesOn('- SOCK-1a Ping.\n- SOCK-1 Pong.\n')).toThrow('SOCK-1');
    expect(() => rulesOn('- SOCK-1 Ping.\n- SOCK-1a Pong.\n')).toThrow('SOCK-1a');
  });

  it('ARCH-3: lines with letters are one rule', () => {
    expect([...rulesOn('- SOCK-1a Ping.\n- SOCK-1b Pong.\n- SOCK-2 Close.\n')]).toEqual([
      ['SOCK-1', 'Ping. Pong.'],
      ['SOCK-2', 'Close.'],
    ]);
  });

  const faultsOf = (tests: readonly ReturnType<typeof test>[], whole = true): readonly string[] =>
    ruleFaults(rules, testsIn({ testResults: [file(tests)] }, '/repo/'), { whole });

  it('ARCH-3: a rule without a test that ran is a fault of a whole run', () => {
    expect(faultsOf([test('SOCK-1: a'), test('SOCK-12: b')])).toEqual([]);
    expect(faultsOf([test('SOCK-1: a')])).toHaveLength(1);
    expect(faultsOf([test('SOCK-1: a'), test('SOCK-12: b', 'skipped')])).toHaveLength(1);
    expect(faultsOf([test('SOCK-1: a')], false)).toEqual([]);
  });

  it('ARCH-3: a test without a rule and a rule that does not exist are faults', () => {
    expect(faultsOf([test('pings'), test('SOCK-1: a'), test('SOCK-12: b')])).toHaveLength(1);
    expect(faultsOf([test('SOCK-99: a'), test('SOCK-1: a'), test('SOCK-12: b')])).toHaveLength(1);
  });
});

describe('counting results', () => {
  it.each([
    ['no report', null, 1, { passed: 0, failed: 1 }],
    ['no test', { testResults: [] }, 0, { passed: 0, failed: 1 }],
    ['all passed', { testResults: [file([test('a'), test('b')])] }, 0, { passed: 2, failed: 0 }],
    [
      'one failed',
      { testResults: [file([test('a'), test('b', 'failed')], 'failed')] },
      1,
      { passed: 1, failed: 1 },
    ],
    ['one skipped', { testResults: [file([test('a'), test('b', 'skipped')])] }, 0, { passed: 1, failed: 1 }],
    [
      'a file that did not load',
      { testResults: [file([test('a')]), file([], 'failed')] },
      1,
      { passed: 1, failed: 1 },
    ],
    ['a runner that ended badly', { testResults: [file([test('a')])] }, 1, { passed: 1, failed: 1 }],
  ])('ARCH-3: %s', (_what, report, code, count) => {
    expect(countOf(report, code)).toEqual(count);
  });
});

describe('the list of failures at the end of a run', () => {
  it('TEST-5: names each failed or skipped test with its reason and each file that did not load', () => {
    const passed = file([test('SOCK-1: a')]);
    const reason = { failureMessages: ['\u001B[31mexpected 1\n  to be 2'] };
    const b = { ...test('SOCK-2: b', 'failed'), ...reason };
    const failed = file([test('SOCK-1: a'), b, test('c', 'skipped')], 'failed');
    expect(failedTests([{ testResults: [passed, failed, file([], 'failed')] }])).toEqual([
      expect.stringMatching(/: .*SOCK-2: b \(expected 1 to be 2\)$/),
      expect.stringMatching(/: .*c$/),
      expect.stringMatching(/: the file failed$/),
    ]);
  });

  it('TEST-7: names each test that passed only when it ran again', () => {
    const reason = { failureMessages: ['expected 1 to be 2'] };
    const again = { ...test('SOCK-2: b'), ...reason };
    const failed = { ...test('SOCK-3: c', 'failed'), ...reason };
    const report = { testResults: [file([test('SOCK-1: a'), again, failed], 'failed')] };
    expect(unstableTests([report])).toEqual([expect.stringMatching(/: SOCK-2: b \(expected 1 to be 2\)$/)]);
  });
});

const orderOf = (options: Partial<Parameters<typeof partsOf>[0]>) =>
  orderOfParts(partsOf({ full: false, rest: false, quick: false, only: null, ...options })).map((group) =>
    group.map(({ name }) => name),
  );

describe('the tiers of a test run', () => {
  it('TEST-5: npm test and the rest are the full run, without a part in both', () => {
    expect([...listRequests({}), ...listRequests({ full: true, rest: true })]).toEqual(
      listRequests({ full: true }),
    );
    expect(new Set(listRequests({ full: true })).size).toBe(listRequests({ full: true }).length);
  });

  it('TEST-5: every test file belongs to a part of the full run', () => {
    const projects = partsOf({ full: true, rest: false, quick: false, only: null });
    for (const project of ['pure', 'server', 'page', 'unit', 'browser', 'crash']) {
      const [whole, ...others] = projects.filter(
        (part) => part.project === project && part.only === undefined,
      );
      expect({ project, others }).toEqual({ project, others: [] });
      const chosen = projects.flatMap((part) =>
        part.project === project && part.name !== 'newer' ? (part.only ?? []) : [],
      );
      // The other part of its project runs all tests that the whole part leaves out.
      for (const glob of whole?.except ?? []) expect(chosen).toContain(glob.replace('/**', ''));
    }
  });

  it('TEST-5: the project of a part that leaves tests to another one leaves them out', () => {
    const config = readFileSync('vite.config.ts', 'utf8');
    const leaving = partsOf({ full: true, rest: false, quick: false, only: null }).filter(
      (part) => part.except !== undefined,
    );
    expect(leaving.length).toBeGreaterThan(2);
    for (const { project } of leaving) {
      const [, of = ''] = config.split(`name: '${project}'`);
      const [, left = ''] = /exclude: (\S+)/.exec(of) ?? [];
      expect({ project, left }).toEqual({ project, left: expect.stringContaining('elsewhere') });
    }
  });

  it('TEST-5: the check between edits starts no browser and no crash', () => {
    expect(listRequests({ quick: true })).toEqual(['types', 'lint', 'pure', 'unit', 'server', 'page']);
  });

  it('TEST-5: a part that runs beside another one keeps its place when that one is left out', () => {
    expect(orderOf({ rest: true })).toEqual([
      ['browser', 'seeds'],
      ['second-engine', 'open-sheets'],
      ['group-call'],
      ['faults', 'newer'],
    ]);
    expect(orderOf({ only: 'newer' })).toEqual([['newer']]);
  });

  it('TEST-5: CI runs npm test and then the rest', () => {
    const script = readFileSync(`${root}.ci/run`, 'utf8');
    expect(script).toMatch(/^npm test\nnpm run test:full -- --rest$/m);
  });
});

const ofServer = (name: string) => `tests/server/${name}.test.ts`;

describe('the tests that run again on the newer Node', () => {
  it('TEST-5: are those that reach more of Node than all do, and one for each feature', () => {
    const sources = new Map([
      ['src/server/features/polls/endpoints.ts', 'call(vote); call(end);'],
      ['src/server/features/search/endpoints.ts', 'call(searchAll);'],
      [
        'src/wire/calls/messages.ts',
        ["vote = ours(\n '/enterprise/im/vote');", "end = ours('/enterprise/im/end');"]
          .map((call) => `export const ${call}`)
          .join('\n'),
      ],
      ['tests/support/set-up-world.ts', "import { hash } from './hash.ts';"],
      ['tests/support/hash.ts', "import { createHash } from 'node:crypto';"],
      ['tests/support/slapd.ts', "import { spawn } from 'node:child_process';"],
      [ofServer('files'), "import { mkdirSync } from 'node:fs';"],
      [ofServer('text'), "import { readFileSync } from 'node:fs';\nimport type { Server } from 'node:http';"],
      [ofServer('host'), "import { host } from '../../src/server/node-host-adapter.ts';"],
      [ofServer('ldap'), "import { slapd } from '../support/slapd.ts';"],
      [ofServer('form'), 'new FormData();'],
      [ofServer('replaced'), "import 'node:fs';\nvi.mock('node:fs');"],
      [ofServer('search'), "import { hash } from '../support/hash.ts';"],
      [ofServer('votes'), "ok('im/vote'); ok('im/end');"],
      // What every test reaches, what a client reaches, and a list of files that it reads.
      [ofServer('hashes'), "import { createHash } from 'node:crypto';"],
      [ofServer('ciphers'), "import { createCipheriv, createHash } from 'node:crypto';"],
      [ofServer('device'), "import { memory } from '../../src/client/memory-adapter.ts';"],
      [ofServer('texts'), "import { readdirSync, readFileSync } from 'node:fs';"],
      // All of tests/security run again: a second test only of a feature that reaches Node.
      ['src/server/features/kept/endpoints.ts', ''],
      ['src/server/features/exporting/archive.ts', 'new ReadableStream();'],
      ['tests/security/kept.test.ts', ''],
      ['tests/security/exporting.test.ts', ''],
      [ofServer('kept'), ''],
      [ofServer('exporting'), ''],
      [ofServer('rules'), "ok('im/vote');"],
    ]);
    expect(testsAgain(sources)).toEqual(
      ['ciphers', 'exporting', 'files', 'form', 'host', 'ldap', 'search', 'votes'].map(ofServer),
    );
  });

  it('TEST-5: are a part of tests/server with its sockets, files, processes and databases', () => {
    const sources = sourcesOfTests();
    const again = testsAgain(sources);
    const names = [
      'backup',
      'connections',
      'http',
      'ldap',
      'start',
      'tls',
      'uploads',
      'word-groups',
      'ws-adapter',
    ];
    expect(again).toEqual(expect.arrayContaining(names.map(ofServer)));
    expect(again).not.toContain(ofServer('permission-matrix'));
  });
});

describe('the tests of a file', () => {
  const sources = new Map([
    ['src/domain/a.ts', 'export const a = 1;'],
    ['src/server/b.ts', "import { a } from '../domain/a.ts';"],
    ['tests/rules/near.test.ts', "import { a } from '../../src/domain/a.ts';"],
    ['tests/server/far.test.ts', "const { b } = await import('../../src/server/b.ts');"],
    ['tests/rules/other.test.ts', "import { expect } from 'vitest';"],
  ]);

  it('TEST-4: the tests over the fewest imports come first, and only those are listed', () => {
    expect(testsOf('src/domain/a.ts', sources)).toEqual([
      { path: 'tests/rules/near.test.ts', steps: 1 },
      { path: 'tests/server/far.test.ts', steps: 2 },
    ]);
    expect(testsOf('src/server/b.ts', sources).map(({ path }) => path)).toEqual(['tests/server/far.test.ts']);
  });
});
