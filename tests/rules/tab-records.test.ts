import { expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { persistenceLimits as limits } from '../../src/client/state/limits.ts';
import { loggedIn, ME, scripted, type Scripted } from '../support/scripted-server.ts';

const eight = { ...ME, user_id: 8, id: 8, account: 'eight', realname: 'Eight', displayName: 'Eight' };
const none = (): void => undefined;

/** Two pages of one browser. Reads of the second one can be held. */
async function twoPages() {
  const [profile, clock] = [createMemoryProfile(), createVirtualClock()];
  const other = await loggedIn({ profile, clock });
  await clock.advance(1_000);
  other.page.setOnline(false);
  const held = { isOn: false, arrives: none };
  const read = async <T>(answer: Promise<T>): Promise<T> => {
    // The records are read now, and the answer waits.
    const value = await answer;
    if (!held.isOn) return value;
    held.isOn = false;
    await new Promise<void>((done) => (held.arrives = done));
    return value;
  };
  const records = {
    ...profile.records,
    readAll: (...of: Parameters<typeof profile.records.readAll>) => read(profile.records.readAll(...of)),
    read: (...of: Parameters<typeof profile.records.read>) => read(profile.records.read(...of)),
  };
  const on = await scripted({ profile: { ...profile, records }, clock, isVisible: true });
  on.page.setOnline(false);
  await on.client.start();
  await on.settle();
  return { other, on, held, clock, profile };
}
type Two = Awaited<ReturnType<typeof twoPages>>;

interface Row {
  /** Makes this page read what the other page stored. */
  readonly ask: (at: Two) => Promise<unknown>;
  readonly change: (at: Two) => Promise<unknown>;
  readonly shown: (at: Two) => unknown;
  /** The result of the read without the change, and with it. */
  readonly before: unknown;
  readonly after: unknown;
}

const press = ({ client }: Scripted, word: string) => client.actions.keepAlertWords([word]);
const words = ({ on }: Two) => on.client.core.get().pending.keep.get('alerts')?.value;
/** Both pages have a press that waits; the other page presses again. */
const pressesElsewhere = async ({ on, other, clock, held }: Two): Promise<void> => {
  await press(on, 'one');
  await clock.advance(limits.saveAfterMs);
  held.isOn = true;
  await press(other, 'two');
  await clock.advance(limits.saveAfterMs);
};
const closesElsewhere = async ({ other, clock, held }: Two): Promise<void> => {
  await press(other, 'two');
  await clock.advance(limits.saveAfterMs);
  held.isOn = true;
  other.page.shut();
  await other.client.stop();
};
const nextUser = async ({ on }: Two): Promise<void> => {
  on.page.setOnline(true);
  await on.client.actions.logout();
  on.answer('/login', { code: 0, data: { authToken: 'bearer t8', userInfo: eight } });
  await on.login();
};

const ROWS: Readonly<Record<string, Row>> = {
  'a later press elsewhere, and a press here': {
    ask: pressesElsewhere,
    change: ({ on }) => press(on, 'three'),
    shown: words,
    before: undefined,
    after: { words: ['three'] },
  },
  'a press of a closed page, and a press here': {
    ask: closesElsewhere,
    change: ({ on }) => press(on, 'three'),
    shown: words,
    before: { words: ['two'] },
    after: { words: ['three'] },
  },
  'a press of a closed page, and the next user': {
    ask: closesElsewhere,
    change: nextUser,
    shown: (at) => [words(at), at.on.of('/keep').map(({ headers }) => headers['authorization'])],
    before: [{ words: ['two'] }, []],
    after: [undefined, []],
  },
};

async function shownAfter({ ask, change, shown }: Row, isChanged: boolean): Promise<unknown> {
  const at = await twoPages();
  await ask(at);
  await at.on.settle();
  expect(at.held.arrives, 'a read is held').not.toBe(none);
  const changed = isChanged ? change(at) : Promise.resolve();
  for (let turn = 0; turn < 10; turn += 1) await at.on.settle();
  at.held.arrives();
  await changed;
  await at.on.settle();
  await at.clock.advance(limits.saveAfterMs);
  const result = shown(at);
  await at.on.client.stop();
  return result;
}

it.each(Object.entries(ROWS))(
  'STORE-19: records of another page that were read before: %s',
  async (_, row) => {
    expect(await shownAfter(row, false), 'without the change').toEqual(row.before);
    expect(await shownAfter(row, true), 'after the change').toEqual(row.after);
  },
);
