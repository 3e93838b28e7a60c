import { describe, expect, it } from 'vitest';
import { bannedFaults } from '../support/house/banned.ts';
import { cyclesIn, type Import, importsOf } from '../support/house/imports.ts';
import { layerFault, layerOf } from '../support/house/layers.ts';
import { readRepository } from '../support/house/repository.ts';
import { blank } from '../support/house/source-text.ts';

/**
 * Files that build addresses. The worker is one file without code of the app, and the compiler compares its
 * two.
 */
const MAKERS = /^src\/app\/(?:paths|worker)\//;

/** A page of the family or a view of the home page, and whatever else is written where a link goes. */
const LITERAL =
  /['"`}][#/]*\/(?:pages\/|\?view=)|\bnavigate\(\s*['"`]|\b(?:to|href)=\{?["'`]#?\/|\bto: ['"`]\//g;

/** Addresses of the app that are written out instead of made by `src/app/paths`. */
function pathFaults(path: string, source: string): readonly string[] {
  if (!path.startsWith('src/app/') || MAKERS.test(path)) return [];
  const matches = [...blank(source).withoutComments.matchAll(LITERAL)];
  return matches.length === 0 ? [] : [`${path}: ${matches.map(([text]) => text).join(' ')}`];
}

/**
 * Decisions that the app may not make (MACH-3). The domain's table decides permissions, and machines decide
 * times. The app may show a role, but not compare it.
 */
const OPERATOR = String.raw`(?:[=!]==?|<=?|>=?)`;
const words = String.raw`(?:role|nospeak|mutedUntilSec)`;

const decisions: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a comparison with a role or a mute', new RegExp(String.raw`(?:\.|\b)${words}\s*${OPERATOR}(?![="'{>])`)],
  ['a comparison with a role or a mute', new RegExp(String.raw`${OPERATOR}\s*[\w.?!\[\]]*[.]${words}\b`)],
  ['a choice by a role or a mute', new RegExp(String.raw`\b(?:switch|case)\s*\(?[^){:]*\.${words}\b`)],
  ['a code of a call', /(?<![\w.#-])90[1-7](?![\w.])/],
];

function decisionFaults(path: string, source: string): readonly string[] {
  if (layerOf(path) !== 'app') return [];
  const { codeOnly } = blank(source);
  const names = new Set(decisions.filter(([, pattern]) => pattern.test(codeOnly)).map(([name]) => name));
  return [...names].map((name) => `${path} holds ${name}: src/domain and machines/ decide that`);
}

const repository = readRepository();
const imports = [...repository].flatMap(([path, source]) => importsOf(path, source));
const lines = (source: string): number => source.split('\n').length;

/** Files over 400 lines since the formatter came. */
const LONG_FILES = 11;

const layerFaultsIn = (path: string, source: string): readonly string[] =>
  importsOf(path, source)
    .map(layerFault)
    .filter((fault) => fault !== null);

const room = (path: string): string => path.split('/').slice(0, 2).join('/');

/** The import as one between the two folders in which the paths part; null: one is beside the other's folder. */
function betweenFolders(item: Import): Import | null {
  const { from, to } = item;
  const [one, other] = [from.split('/'), to.split('/')];
  const at = one.findIndex((part, place) => part !== other[place]) + 1;
  if (at >= one.length || at >= other.length || !from.startsWith('src/')) return null;
  return { ...item, from: one.slice(0, at).join('/'), to: other.slice(0, at).join('/') };
}

describe('the repository', () => {
  it('ARCH-1: folders import only what they may', () => {
    expect(imports.map(layerFault).filter((fault) => fault !== null)).toEqual([]);
  });

  it('ARCH-1: no circle of imports at run time', () => {
    expect(cyclesIn(imports).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('ARCH-1: no circle of imports in the simulator, those of types included', () => {
    const within = imports.filter(({ from }) => from.startsWith('simulator/'));
    const all = within.map((one) => ({ ...one, typeOnly: false }));
    expect(cyclesIn(all).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('ARCH-1: no two rooms of the simulator import each other, types included', () => {
    const pairs = imports
      .filter(({ from, to }) => from.startsWith('simulator/') && to.startsWith('simulator/'))
      .map(({ from, to }) => `${room(from)} ${room(to)}`);
    const both = new Set(pairs.filter((pair) => pairs.includes(pair.split(' ').toReversed().join(' '))));
    expect([...both].filter((pair) => new Set(pair.split(' ')).size > 1)).toEqual([]);
  });

  it('ARCH-1: no circle of neighbouring folders at run time', () => {
    const between = imports.flatMap((one) => betweenFolders(one) ?? []);
    expect(cyclesIn(between).map((cycle) => cycle.join(' → '))).toEqual([]);
  });

  it('ARCH-1: file names are kebab-case, and files stay small', () => {
    const sources = [...repository];
    expect(
      sources
        .map(([path]) => path)
        .filter((path) => !/^[a-z0-9./-]+$/.test(path) || /(?:utils?|helpers?)\.[a-z]+$/.test(path)),
    ).toEqual([]);
    // The formatter made some longer than they were written: their number only falls, and none becomes longer
    // than that.
    const long = sources.filter(([path, source]) => path !== 'src/locales/keys.ts' && lines(source) > 401);
    expect(long.map(([path]) => path).length).toBeLessThanOrEqual(LONG_FILES);
    expect(long.filter(([, source]) => lines(source) > 650).map(([path]) => path)).toEqual([]);
    const under = sources.filter(([, source]) => lines(source) <= 251).length;
    expect(under / sources.length).toBeGreaterThan(0.9);
  });

  it('ARCH-2: time, chance, timers, network and Node appear only in adapters', () => {
    expect([...repository].flatMap(([path, source]) => bannedFaults(path, source))).toEqual([]);
  });

  it('MACH-3: the app decides nothing about roles, mutes and codes of calls', () => {
    expect([...repository].flatMap(([path, source]) => decisionFaults(path, source))).toEqual([]);
  });

  it('ARCH-7: addresses of the app are made by src/app/paths', () => {
    expect([...repository].flatMap(([path, source]) => pathFaults(path, source))).toEqual([]);
  });

  it('ARCH-3: no test is skipped, left for later or run alone', () => {
    const aside =
      /\b(?:it|test|describe|bench)(?:\.\w+)*\.(?:only|skip|todo|skipIf|runIf|fails)\b|\bx(?:it|describe)\(/;
    const faults = [...repository].filter(
      ([path, source]) => path.startsWith('tests/') && aside.test(blank(source).codeOnly),
    );
    expect(faults.map(([path]) => path)).toEqual([]);
  });
});

describe('planted faults are found', () => {
  it.each([
    ['src/domain/order.ts', "import { posix } from '../wire/up.ts';"],
    ['src/ports/clock.ts', "import { limits } from '../domain/limits.ts';"],
    ['src/wire/up.ts', "import type { Clock } from '../ports/clock.ts';"],
    ['src/client/state/reduce.ts', "export { core } from '../../server/core.ts';"],
    ['src/server/app.ts', "const client = await import('../client/client.ts');"],
    ['src/app/screens/conversation/chat.tsx', "import {\n  decode,\n} from '../../../wire/down/decode.ts';"],
    ['src/client/store/hook.ts', "import { useState } from 'react';"],
    ['src/inspector/model/controller.ts', "import { decodeFrame } from '../../wire/down/down.ts';"],
    ['src/server/kernel/core.ts', "import type { PushService } from '../features/push/service.ts';"],
    ['src/server/features/calls/calls.ts', "import { Hub } from '../../delivery/hub.ts';"],
    ['src/server/storage/engine/open.ts', "import { App } from '../../app.ts';"],
    ['src/client/state/reduce.ts', "import type { Client } from '../interface/client.ts';"],
    ['src/client/connection/api.ts', "import { createSession } from '../session/session.ts';"],
    [
      'src/client/pending-changes/pending-changes.ts',
      "import type { ChatWindow } from '../conversation/chat-window.ts';",
    ],
    ['src/client/outbox/outbox.ts', "import { createClient } from '../create-client.ts';"],
    ['src/client/session/session.ts', "import { browserClock } from '../browser/system-clock-adapter.ts';"],
    ['src/app/kit/button.tsx', "import type { Client } from '../../client/interface/client.ts';"],
    ['src/app/main.tsx', "import { Controller } from '../inspector/model/controller.ts';"],
    ['src/app/kit/row.tsx', "import { useStore } from '../shared/client-context.ts';"],
    ['src/app/shared/top-bar.tsx', "import { placeOfPath } from '../layout/routes.tsx';"],
    ['src/app/shared/message-fields.ts', "import { Guard } from '../app.tsx';"],
    ['src/app/screens/groups/member-row.tsx', "import { Chat } from '../conversation/chat.tsx';"],
    ['src/app/screens/conversation/arrivals.tsx', "import { ChatRow } from '../chats/chat-row.tsx';"],
    ['src/app/screens/chats/home-page.tsx', "const page = () => import('../conversation/chat-page.tsx');"],
    ['src/app/start/login-host.tsx', "import { firstPage } from '../main.tsx';"],
    ['src/domain/order.ts', "import '../../simulator/world/world.ts';"],
  ])('ARCH-1: %s with %s', (path, source) => {
    expect(layerFaultsIn(path, source)).toHaveLength(1);
  });

  it.each([
    ['simulator/oracle/oracle.ts', "import { unreadOf } from '../../src/domain/contact.ts';"],
    ['simulator/oracle/rights.ts', "import { refusalFor } from '../recorder/review.ts';"],
    ['simulator/oracle/state.ts', "import { Observable } from 'rxjs';"],
  ])('SIM-13: %s with %s', (path, source) => {
    expect(layerFaultsIn(path, source)).toHaveLength(1);
  });

  it('SIM-13: the simulator’s oracle may import types', () => {
    expect(
      layerFaultsIn('simulator/oracle/state.ts', "import type { MsgId } from '../../src/domain/ids.ts';"),
    ).toEqual([]);
  });

  it.each([
    ['src/ports/store.ts', "import type { MsgId } from '../domain/ids.ts';"],
    ['src/client/browser/browser-client.ts', "import { createClient } from '../create-client.ts';"],
    ['src/client/create-client.ts', "import { createSession } from './session/session.ts';"],
    [
      'src/client/state/reduce.ts',
      "// import { core } from '../../server/core.ts';\nimport { top } from '../../domain/order.ts';",
    ],
    ['src/domain/order.ts', "const text = `import { a } from ${'x'}`;"],
  ])('ARCH-1: but not in %s with %s', (path, source) => {
    expect(layerFaultsIn(path, source)).toEqual([]);
  });

  it('ARCH-1: a circle of three, and none through types', () => {
    const circle = [
      ['src/a.ts', "import { b } from './b.ts';"],
      ['src/b.ts', "export * from './c.ts';"],
      ['src/c.ts', "import { a } from './a.ts';"],
    ] as const;
    expect(cyclesIn(circle.flatMap(([path, source]) => importsOf(path, source)))).toHaveLength(1);
    const typed = [...circle.slice(0, 2), ['src/c.ts', "import type { a } from './a.ts';"]] as const;
    expect(cyclesIn(typed.flatMap(([path, source]) => importsOf(path, source)))).toEqual([]);
  });

  it.each([
    'const now = Date.now();',
    'const now = new Date();',
    'const x = Math.random();',
    'const t = setTimeout(run, 10);',
    'setInterval(() => run(), 10);',
    'const answer = await fetch(url);',
    'const s = new WebSocket(url);',
    'const id = crypto.randomUUID();',
    'const t = performance.now();',
    "import { readFile } from 'node:fs/promises';",
    "localStorage.setItem('a', 'b');",
    'const order = new Intl.Collator();',
    'a.localeCompare(b);',
    'const text = `${Date.now()}`;',
    'const port = process.env;',
  ])('ARCH-2: %s', (source) => {
    expect(bannedFaults('src/client/state/reduce.ts', source)).toHaveLength(1);
  });

  it.each([
    '// Date.now() would differ\nconst now = clock.nowMs();',
    "const text = 'fetch(url)';",
    'clock.setTimeout(run, 10);',
    'const at = new Date(ms);',
    "const re = /['\"]/; const b = `${a}` + '//'; clock.nowMs();",
    "import type { Server } from 'node:http';",
    'interface Clock { setTimeout(run: () => void, delayMs: number): unknown }',
  ])('ARCH-2: but not %s', (source) => {
    expect(bannedFaults('src/client/state/reduce.ts', source)).toEqual([]);
  });

  it.each([
    'setTimeout(() => retry(), 15_000);',
    'const every = setInterval(ask, 1_000);',
    'const now = Date.now();',
    "await fetch('/enterprise/im/sendMessage');",
  ])('MACH-3: the app decides no times, in src/app: %s', (source) => {
    expect(bannedFaults('src/app/screens/conversation/chat.tsx', source)).toHaveLength(1);
  });

  it.each([
    'if (contact.group.role === 1) show();',
    'const lead = member.role <= 2;',
    'const lead = 2 >= member.role;',
    'const same = a.role === b.role;',
    'const silent = setting.nospeak !== 0 && !lead;',
    'if (1 === contact.group?.setting.nospeak) return null;',
    'const muted = group.mutedUntilSec > now;',
    'switch (member.role) {',
    'if (signal.code === 907) return;',
    'const ENDS = [902, 903];',
  ])('MACH-3: %s', (source) => {
    expect(decisionFaults('src/app/screens/conversation/chat.tsx', source)).toHaveLength(1);
  });

  it.each([
    '<ul role="list">',
    "<div role={wide ? undefined : 'main'}>",
    'const label = TEXT_OF_ROLE[member.role];',
    'refusalOver(mine, member.role) === null',
    '// role === 1 is the owner\nconst x = 1;',
    "const text = 'code 907';",
    'const width = 1907;',
    'const color = styles.role;',
  ])('MACH-3: but not %s', (source) => {
    expect(decisionFaults('src/app/screens/conversation/chat.tsx', source)).toEqual([]);
  });

  it.each([
    "void navigate('/pages/index/scan');",
    '<Link to="/pages/contacts/group" />',
    '<Row title={title} to="/?view=files" />',
    '<a href={`#/pages/message/chat?id=${id}`}>',
    'const to = `/pages/contacts/detail?id=${id}`;',
    'return Response.redirect(`${base}/#/pages/index/scan`);',
    "void navigate('/');",
    '<Navigate to="/" replace />',
    "const items = [{ to: '/other' }];",
  ])('ARCH-7: %s', (source) => {
    expect(pathFaults('src/app/screens/chats/home-page.tsx', source)).toHaveLength(1);
  });

  it.each([
    "void navigate(pathTo('chat', { id }));",
    '<Row to={PATHS.about} />',
    '/** `/pages/mine/about` What this is. */',
    "const there = wanted !== null && isOwnPath(wanted) ? wanted : '/';",
    'event.target.closest(\'a[href^="#/"]\');',
  ])('ARCH-7: but not %s', (source) => {
    expect(pathFaults('src/app/screens/chats/home-page.tsx', source)).toEqual([]);
  });

  it('ARCH-2: adapters may', () => {
    expect(bannedFaults('src/server/main.ts', 'Date.now()')).toEqual([]);
    expect(bannedFaults('src/server/http/listen-adapter.ts', 'Date.now()')).toEqual([]);
  });
});
