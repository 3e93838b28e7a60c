import { addressIn, cardOf } from './pages.ts';
import { expectedMayRead } from './shown.ts';
import type { OracleLine } from './state.ts';
import { idOfRow, lineWithId } from './subject.ts';
import type { OracleCore, OracleSubject } from './subject.ts';

function setCard(oracle: OracleCore, line: OracleLine, card: string | null): void {
  oracle.forget(line, { words: '', poll: null, card: line.card });
  line.card = card;
}

/** Cards of linked pages. */
export const linkingOracle: OracleSubject<'card' | 'dropCard', 'card' | 'dropCard'> = {
  effects: {
    card: (oracle, { row, card }) => oracle.under(row, (line) => setCard(oracle, line, card)),
    /** No card is wanted for that address from now on. */
    dropCard: (oracle, { row }) =>
      oracle.under(row, (line) => {
        line.cardless = addressIn(line.words);
        setCard(oracle, line, null);
      }),
  },
  request: {
    card: ({ row, card }) => ({ kind: 'card', row, card }),
    dropCard: ({ row }, oracle) => ({ kind: 'dropCard', id: idOfRow(oracle, row) }),
  },
  refusalFor: {
    /** Requires the user's own present text, the title of its first address, and a message that allows cards. */
    card: ({ lines }, me, { row, card }) => {
      const line = lines.get(row);
      if (!line || line.by !== me || line.isDeleted || line.recalled || line.kind !== 'text')
        return 'no such text';
      const address = addressIn(line.words);
      if (line.card !== null || (address !== null && line.cardless === address)) return 'no card is wanted';
      return cardOf(address) === card ? null : 'not what that page is called';
    },
    /** Removes the card of one's own message; without a card it is not an error. */
    dropCard: (oracle, me, { id }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      return line.by === me ? null : 'not theirs';
    },
  },
};
