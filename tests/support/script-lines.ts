import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import type { NumberedLine } from '../../src/inspector/model/script-reader.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import type { Place, ServerEvent } from '../../src/domain/events.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { aMessage, aPosition, facts, framed, place, postedEvent, self } from './contacts.ts';

/**
 * Lines of scripts for tests of the inspector. Person 7 is signed in and has the contacts 1, 2, 3 and
 * group-4.
 */
export const localLine = (event: LocalEvent, atMs = 0): ScriptEventLine => ({ atMs, origin: 'local', event });

export const liveLine = (event: ServerEvent, at: Place = null, atMs = 0): ScriptEventLine => ({
  atMs,
  origin: 'live',
  event: framed(event, at),
});

export const numbered = (lines: readonly ScriptEventLine[]): readonly NumberedLine[] =>
  lines.map((line, i) => ({ no: i + 1, line }));

export const PEOPLE = ['1', '2', '3', 'group-4'] as const;
export const streamOf = (id: string): string => (id.startsWith('group') ? id : `${id}-7`);

export const OPENING: readonly ScriptEventLine[] = [
  localLine({ type: 'signedIn', self }),
  localLine({
    type: 'contactsLoaded',
    contacts: PEOPLE.map((id) => facts(id, { position: aPosition(streamOf(id)) })),
    epoch: 'e',
    cursor: 'c',
    selfSeq: 0,
    applications: 0,
  }),
];

/** A message number `seq` of a conversation; ids are of it and the number. */
export const posted = (to: string, seq: number, content = `words ${seq}`): ScriptEventLine =>
  liveLine(
    postedEvent(
      to,
      aMessage(`${to}-m${seq}`, 1, { n: seq, content, sentAtMs: 1_700_000_000_000 + seq * 1_000 }),
    ),
    place(streamOf(to), seq),
    seq * 100,
  );

export const recalled = (to: string, of: number, seq: number): ScriptEventLine =>
  liveLine(
    {
      type: 'messageRecalled',
      conversation: contactId(to),
      id: messageId(`${to}-m${of}`),
      msgId: null,
      n: of,
      by: userId(1),
      byName: 'Name 1',
      byManager: false,
      content: 'taken back',
      isLast: false,
      last: null,
      mentioned: [],
      author: userId(1),
    },
    place(streamOf(to), seq),
    seq * 100,
  );
