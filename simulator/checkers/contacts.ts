import type { ContactIndex } from '../../src/client/state/contact-index.ts';
import type { Totals } from '../../src/client/state/state.ts';
import { compareContacts } from '../../src/domain/order.ts';
import { recount } from '../world/view.ts';
import type { Checker } from './checker.ts';

/** Lists that were judged, with their totals, and were right: values that never change. */
const judged = new WeakMap<ContactIndex, Totals>();

/** The list is in order and its totals equal a recount, after every step (LIST-1, LIST-2, LIST-4). */
export const contactsChecker: Checker = {
  name: 'contacts equal a recount',
  always: (tab) => {
    const state = tab.state();
    if (judged.get(state.contacts) === state.totals) return [];
    const faults: string[] = [];
    if (JSON.stringify(state.totals) !== recount(state))
      faults.push(`${tab.name}: kept totals ${JSON.stringify(state.totals)}, counted ${recount(state)}`);
    let last: Parameters<typeof compareContacts>[0] | null = null;
    for (const contact of state.contacts) {
      if (last && compareContacts(last, contact) >= 0)
        faults.push(`${tab.name}: ${contact.id} is not in its place`);
      if (contact.unread < 0 || contact.mentions < 0)
        faults.push(`${tab.name}: ${contact.id} has unread ${contact.unread}, mentions ${contact.mentions}`);
      last = contact;
    }
    if (faults.length === 0) judged.set(state.contacts, state.totals);
    return faults;
  },
};
