import { folderCounts, folderRows } from '../../src/client/state/folder-selectors.ts';
import { foldersOf } from '../../src/client/state/kept-shown.ts';
import { draftName } from '../../src/domain/kept.ts';
import type { Tab } from '../devices/device.ts';
import { valueText } from '../oracle/kept.ts';
import { expectedFolders } from '../oracle/folders.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { oracleContactOf } from '../oracle/state.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/**
 * Stored preferences have the last value each user wrote, in the rows and on every device (KEPT-1, DRAFT-1).
 */
export const preferenceChecker: Checker = {
  name: 'what is kept is the last writing',
  end: (world) => {
    const { oracle } = reviewOf(world);
    const [expected, rows] = [new Set(oracle.preferences.all()), new Set(rowsOf(world))];
    return [
      ...[...expected].filter((one) => !rows.has(one)).map((one) => `kept should have ${one}`),
      ...[...rows].filter((one) => !expected.has(one)).map((one) => `kept has ${one}, the oracle does not`),
      ...world.people.flatMap(({ id, devices }) =>
        devices.flatMap(({ tabs }) => tabs.flatMap((tab) => preferenceFaults(oracle, id, tab))),
      ),
    ];
  },
};

const rowsOf = ({ store }: World): readonly string[] =>
  store
    .rows('kept')
    .map(
      (row) =>
        `${Number(row['user_id'])} ${String(row['name'])}: ${valueText(String(row['name']), row['value'])}`,
    );

export function preferenceFaults(oracle: Oracle, me: number, tab: Tab): readonly string[] {
  if (tab.client.session.get().name !== 'signedIn') return [];
  const { kept, pending } = tab.state();
  const mine = {
    folders: kept.folders.length === 0 ? null : valueText('folders', { list: kept.folders }),
    pins: kept.pins.length === 0 ? null : valueText('pins', { list: kept.pins }),
  };
  const faults = (['folders', 'pins'] as const).flatMap((name) => {
    const stored = oracle.preferences.of(me, name);
    const expected = stored === '[]' ? null : stored;
    return pending.keep.has(name) || mine[name] === expected
      ? []
      : [`${tab.name} keeps ${name} ${mine[name]}, the oracle says ${expected}`];
  });
  const [words, expectedWords] = [
    JSON.stringify(kept.words ?? []),
    oracle.preferences.of(me, 'alerts') ?? '[]',
  ];
  if (!pending.keep.has('alerts') && words !== expectedWords)
    faults.push(`${tab.name} keeps the words ${words}, the oracle says ${expectedWords}`);
  for (const name of ['quiet', 'sounds', 'status'] as const) {
    const value = kept[name] === undefined ? null : valueText(name, kept[name]);
    const expected = oracle.preferences.of(me, name);
    if (!pending.keep.has(name) && value !== expected)
      faults.push(`${tab.name} keeps ${name} ${value}, the oracle says ${expected}`);
  }
  const [momentsMs, expectedMoments] = [
    String(kept.momentsSeenMs ?? null),
    String(oracle.preferences.of(me, 'moments')),
  ];
  if (!pending.keep.has('moments') && momentsMs !== expectedMoments)
    faults.push(`${tab.name} has looked at moments up to ${momentsMs}, the oracle says ${expectedMoments}`);
  const [cards, expectedCards] = [
    String(kept.previews ?? null),
    String(oracle.preferences.of(me, 'previews')),
  ];
  if (!pending.keep.has('previews') && cards !== expectedCards)
    faults.push(`${tab.name} keeps that there are cards ${cards}, the oracle says ${expectedCards}`);
  const [visible, expectedNames] = [
    foldersShown(tab),
    expectedFolders(oracle, me, oracle.preferences.of(me, 'folders')),
  ];
  if (!pending.keep.has('folders') && visible.join('; ') !== expectedNames.join('; '))
    faults.push(
      `${tab.name} shows in folders [${visible.join('; ')}], the oracle says [${expectedNames.join('; ')}]`,
    );
  return [...faults, ...draftFaults(oracle, me, tab)];
}

export const foldersShown = (tab: Tab): readonly string[] =>
  foldersOf(tab.state()).map(
    (folder, at) =>
      `${folder.name}: ${folderRows(tab.state(), folder)
        .map(({ id }) => id)
        .join(' ')} (${folderCounts(tab.state())[at]})`,
  );

function draftFaults(oracle: Oracle, me: number, tab: Tab): readonly string[] {
  const { contacts, pending } = tab.state();
  const chats = [...oracle.chats.keys()].map((chat) => oracleContactOf(me, chat));
  return chats.flatMap((chat) => {
    const contact = [...contacts].find(({ id }) => id === chat);
    if (!contact || pending.keep.has(draftName(contact.id))) return [];
    const draft = tab.client.actions.draft(contact.id);
    const mine = draft.text === '' && draft.quote === null ? null : draft.text;
    const stored = oracle.preferences.of(me, draftName(contact.id));
    const expected = stored === null ? null : (JSON.parse(stored) as readonly string[])[0];
    return mine === expected
      ? []
      : [`${tab.name}, ${chat}: has the draft ${mine}, the oracle says ${expected}`];
  });
}
