import { linesOf } from '../../src/domain/word-blocks.ts';
import { Remains } from '../oracle/erasure.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { notKept } from '../oracle/reported.ts';
import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { Written } from '../devices/record.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { isForgotten } from './long-waits.ts';
import { isSaidByCopy } from './said-by-copy.ts';
import { reviewOf } from './reviewed.ts';

/** Tables with a row for each line: a deleted line has none. */
const PLACES = ['word_blocks', 'unworded', 'mentions', 'message_files'];

/**
 * Recalled, deleted or cleared content exists nowhere, and no device holds content its user may not read
 * (STREAM-4, SIM-16).
 */
export const erasureChecker: Checker = {
  name: 'what is erased is nowhere',
  end: async (world) => {
    for (const tab of world.tabs()) tab.page.leave();
    await world.clock.advance(2_000);
    const { oracle } = reviewOf(world);
    const remains = new Remains(oracle);
    let left = onDevices(world, remains);
    // A device that found no room waits up to a minute before the next attempt.
    if (left.length > 0) {
      await world.clock.advance(65_000);
      left = onDevices(world, remains);
    }
    return [...inTables(world, oracle, remains), ...inLogs(world, remains), ...left];
  },
};

function inTables({ store, clock }: World, oracle: Oracle, remains: Remains): readonly string[] {
  const faults: string[] = [];
  // Most small Worlds erase nothing, and then only these tables can be wrong.
  for (const table of remains.hasErased ? store.tables() : [...PLACES, 'reports']) {
    const rows = store.rows(table);
    // Reported content is preserved for the administrators (REPORT-3).
    const erased =
      table === 'reports'
        ? rows.flatMap((row) => notKept(oracle.reported, remains, row, clock.nowMs()))
        : remains.erasedIn(JSON.stringify(rows));
    for (const word of erased) faults.push(`${word} was erased and lies in the table ${table}`);
    if (!PLACES.includes(table)) continue;
    for (const row of rows) {
      const lines = oracle.chats.get(String(row['stream']))?.lines;
      for (const n of ordinalsIn(table, row)) {
        const line = lines?.[n - 1];
        if (line && (line.isDeleted || line.recalled))
          faults.push(`line ${n} of ${String(row['stream'])} was erased and has a place in ${table}`);
      }
    }
  }
  return [...new Set(faults)];
}

const ordinalsIn = (table: string, row: Readonly<Record<string, unknown>>): readonly number[] =>
  table === 'word_blocks'
    ? linesOf({ from: Number(row['from_n']), text: String(row['words']) }).map(({ n }) => n)
    : [Number(row['n'])];

const inLogs = ({ record }: World, remains: Remains): readonly string[] =>
  (remains.hasErased ? remains.erasedIn(record.log.join('\n')) : []).map(
    (word) => `${word} was erased and stands in a log`,
  );

/** The texts a device stores and its tabs show, each with its location. */
export const textsOf = (device: Device): readonly (readonly [string, string])[] => [
  ...device.disk.texts(),
  ...device.tabs.map((tab) => [`the state of ${tab.name}`, stateOf(tab)] as const),
  ...device.tabs.map(
    (tab) => [`the outbox of ${tab.name}`, JSON.stringify([...tab.state().outbox])] as const,
  ),
];

/** A log contains what the user could read at the time; all else holds only what they may read now. */
function onDevices(world: World, remains: Remains): readonly string[] {
  const faults: string[] = [];
  for (const person of world.people) {
    const { id, devices } = person;
    const isTheirs = (word: string): boolean =>
      neverSaid(world, remains, person, word) ||
      messagesBy(world, person, word).some((one) => isForgotten(world, one));
    for (const device of devices) {
      const isFailed = (word: string, where: string): boolean =>
        / outbox /.test(where) &&
        messagesBy(world, person, word).some(
          (one) => one.device === device.name && isSaidByCopy(world, id, device, one),
        );
      for (const [where, text] of remains.hasUnreadable(id) ? textsOf(device) : [])
        for (const word of remains.notFor(id, text).filter((one) => !isTheirs(one) && !isFailed(one, where)))
          faults.push(`${word} is not there for them any more and lies on ${device.name} in ${where}`);
      for (const tab of remains.hasErased ? device.tabs : []) {
        for (const line of sinceLoaded(tab, (text) => remains.erasedFor(id, text).length > 0))
          for (const word of remains.erasedFor(id, line).filter((one) => !isTheirs(one)))
            faults.push(`${word} was erased and lies in the log of ${tab.name}: ${line.slice(0, 300)}`);
      }
    }
  }
  return faults;
}

/**
 * The user wrote it, but it never became their message, because another user's message has its id: the copy
 * waiting or failed on their devices is private, regardless of the other message.
 */
const neverSaid = (world: World, remains: Remains, person: WorldPerson, word: string): boolean =>
  !remains.wasSaidBy(person.id, word) && messagesBy(world, person, word).length > 0;

const messagesBy = ({ record }: World, { devices }: WorldPerson, word: string): readonly Written[] =>
  record.messages.filter(({ text, device }) => text === word && devices.some(({ name }) => name === device));

/** A client that missed too much receives the present state, not the recalls: earlier entries may remain. */
function sinceLoaded(tab: Tab, isWorthwhile: (text: string) => boolean): readonly string[] {
  const whole = tab.client.core.log.export();
  if (!isWorthwhile(whole)) return [];
  const lines = whole.split('\n');
  return lines.slice(lines.findLastIndex((line) => LOADED.test(line)) + 1);
}

const LOADED = /"event":\{"type":"(?:contactsLoaded|contactResynced|epochChanged|restored)"/;

function stateOf(tab: Tab): string {
  const { contacts, conversations } = tab.state();
  return JSON.stringify([[...contacts], [...conversations.values()]]);
}
