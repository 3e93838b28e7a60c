import { userId } from '../../src/domain/ids.ts';
import type { Tab } from '../devices/device.ts';
import { tabsOf } from '../devices/person.ts';
import { expectedPage } from '../oracle/page.ts';
import { draftDifferences, newDrafts } from './drafts.ts';
import { newPage } from '../page/new-page.ts';
import { pageTexts } from '../page/page-texts.ts';
import type { PageTexts } from '../page/page-texts.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/** A page shows what a page that opens now shows, and what the oracle expects of it (SIM-48). */
export const pageChecker: Checker = {
  name: 'a page shows what a new one shows',
  end: async (world) => {
    const { oracle } = reviewOf(world);
    const nowSec = world.storeClock.nowMs() / 1_000;
    const faults: string[] = [];
    for (const person of world.people) {
      const expected = expectedPage(oracle, person.id);
      const tabs = tabsOf(person).filter(({ client }) => client.session.get().name === 'signedIn');
      const fresh = await freshTexts(world, person.id, tabs, nowSec);
      const drafts = await newDrafts(world, userId(person.id));
      for (const tab of tabs) {
        faults.push(...draftDifferences(tab, drafts));
        const actual = pageTexts(tab.state(), nowSec);
        faults.push(
          ...differencesOf(tab, actual, fresh, 'a new page'),
          ...besideOracle(tab, actual, expected),
        );
      }
    }
    return faults;
  },
};

async function freshTexts(
  world: World,
  user: number,
  [first]: readonly Tab[],
  nowSec: number,
): Promise<PageTexts> {
  const state = first && (await newPage(world, userId(user), first.state()));
  return state ? pageTexts(state, nowSec) : new Map();
}

function differencesOf(tab: Tab, actual: PageTexts, expected: PageTexts, whose: string): readonly string[] {
  if (expected.size === 0) return [];
  return [...new Set([...actual.keys(), ...expected.keys()])]
    .filter((part) => actual.get(part) !== expected.get(part))
    .map((part) => `${tab.name}, ${part}: shows ${actual.get(part)}, ${whose} ${expected.get(part)}`);
}

/** The oracle names no reason of a closed composer, and only some rights. */
function besideOracle(tab: Tab, actual: PageTexts, expected: PageTexts): readonly string[] {
  const parts = [...expected].map(([part, value]) => {
    const text = actual.get(part) ?? '';
    if (part.startsWith('composer ')) return [part, String(text === 'open')] as const;
    if (!part.startsWith('rights ')) return [part, text] as const;
    const shownRights = text.split(' ').filter((right) => RIGHTS.has(right));
    return [part, sorted(shownRights), sorted(value.split(' '))] as const;
  });
  return parts.flatMap(([part, text, value = expected.get(part)]) =>
    text === value ? [] : [`${tab.name}, ${part}: shows ${actual.get(part)}, the oracle says ${value}`],
  );
}

const RIGHTS: ReadonlySet<string> = new Set([
  'sendMedia',
  'invite',
  'rename',
  'pinMessage',
  'editSetting',
  'dissolve',
  'leave',
]);
const sorted = (words: readonly string[]): string => words.filter(Boolean).toSorted().join(' ');
