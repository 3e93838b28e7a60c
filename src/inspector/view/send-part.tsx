import { useState } from 'react';
import type { EventObject } from 'xstate';
import type { MachineStep } from '../../client/state/machine-step.ts';
import type { Listed } from '../machines.ts';
import { detach } from '../model/detached.ts';
import { durationText, graphOf } from '../chart/graph.ts';
import shared from './inspector.module.css';
import styles from './panel.module.css';

interface Props {
  readonly listed: Listed;
  readonly step: MachineStep;
  readonly send: (event: EventObject) => void;
  readonly byHand: boolean;
  readonly back: () => void;
}

/** Events that the state accepts now. Sending affects a copy; the app and the recording do not change. */
export function SendPart({ listed, step, send, byHand, back }: Props) {
  const [draft, setDraft] = useState('');
  const copy = detach(listed, step);
  const own = eventIn(draft);
  return (
    <>
      <p className={shared.hint}>Events go to a copy of the machine. Nothing else hears them.</p>
      {byHand && (
        <button type="button" onClick={back}>
          Back to the recording
        </button>
      )}
      <h2>Accepted now</h2>
      <ul className={styles.offers}>
        {copy.availableEvents().map((event) => (
          <li key={JSON.stringify(event)}>
            <button type="button" onClick={() => send(event)}>
              <strong>{nameOf(listed, event)}</strong>
              <span>{payloadOf(event)}</span>
            </button>
            <button
              type="button"
              aria-label={`Change ${event.type} first`}
              onClick={() => setDraft(JSON.stringify(event, null, 2))}
            >
              ✎
            </button>
          </li>
        ))}
      </ul>
      <h2>Own event</h2>
      <textarea
        aria-label="Event as JSON"
        rows={6}
        spellCheck={false}
        placeholder='{"type": "…"}'
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      <button
        type="button"
        className={shared.primary}
        disabled={own === null || !copy.accepts(own)}
        onClick={() => {
          if (own !== null) send(own);
        }}
      >
        Send
      </button>
      {draft.trim() !== '' && (own === null || !copy.accepts(own)) && (
        <p className={shared.hint}>
          {own === null ? 'Not an event: JSON with a type is needed.' : 'The state does not accept it.'}
        </p>
      )}
    </>
  );
}

function nameOf(listed: Listed, event: EventObject): string {
  if (!event.type.startsWith('xstate.after.')) return event.type;
  const timer = graphOf(listed.machine).edges.find((edge) => edge.event === event.type);
  if (timer === undefined) return event.type;
  return `timer ${timer.trigger}${timer.delayMs === null ? '' : ` (${durationText(timer.delayMs)})`}`;
}

function payloadOf(event: EventObject): string {
  const { type: _, ...rest } = event;
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest);
}

function eventIn(text: string): EventObject | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' &&
      parsed !== null &&
      'type' in parsed &&
      typeof parsed.type === 'string'
      ? { ...parsed, type: parsed.type }
      : null;
  } catch {
    return null;
  }
}
