import { describe } from 'vitest';
import { audit } from './store/audit.ts';
import { acrossBlocks } from './store/across-blocks.ts';
import { apart } from './store/apart.ts';
import { commits } from './store/commits.ts';
import { conversations } from './store/conversations.ts';
import { counting } from './store/counting.ts';
import { kept } from './store/kept.ts';
import { later } from './store/later.ts';
import { digests } from './store/digests.ts';
import { entrances } from './store/entrances.ts';
import { timers } from './store/timers.ts';
import { ledgers } from './store/ledgers.ts';
import { memberships } from './store/memberships.ts';
import { messages } from './store/messages.ts';
import { overview } from './store/overview.ts';
import { ownThings } from './store/own-things.ts';
import { ownOpenIds } from './store/openids.ts';
import { names } from './store/names.ts';
import { ownPasskeys } from './store/passkeys.ts';
import { people } from './store/people.ts';
import { polls } from './store/polls.ts';
import { pruning } from './store/pruning.ts';
import { reactions } from './store/reactions.ts';
import { threads } from './store/threads.ts';
import { searching } from './store/searching.ts';
import { streams } from './store/streams.ts';
import { waiting } from './store/waiting.ts';
import { storeForEach } from './store/place.ts';
import type { StorePlace } from './store/place.ts';

/** Requirements for every implementation of the store port. Each kind of store calls this once. */
export function storeSuite(
  name: string,
  makePlace: () => StorePlace,
  { grouped = true, split = false } = {},
): void {
  describe(name, () => {
    const here = storeForEach(makePlace, grouped, split);
    people(here);
    names(here);
    acrossBlocks(here);
    ownOpenIds(here);
    ownPasskeys(here);
    audit(here);
    overview(here);
    streams(here);
    pruning(here);
    messages(here);
    digests(here);
    reactions(here);
    polls(here);
    threads(here);
    later(here);
    timers(here);
    entrances(here);
    kept(here);
    searching(here);
    memberships(here);
    conversations(here);
    counting(here);
    ledgers(here);
    ownThings(here);
    if (!grouped) return apart(here);
    commits(here);
    waiting(here);
  });
}
