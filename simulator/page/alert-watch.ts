import type { HeadlessClient } from '../../src/client/create-client.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { conversationOf } from '../../src/client/state/positions.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactOfStream, streamId, userId } from '../../src/domain/ids.ts';
import type { ContactId, MessageId } from '../../src/domain/ids.ts';
import type { TabLockPort } from '../../src/ports/storage.ts';
import { alertOfEdit, alertOfReaction, expectedAlert, MAY } from './expected-alert.ts';
import type { ExpectedAlert } from './expected-alert.ts';

const NOBODY = userId(0);
const NO_STREAM = streamId('');

/** An input of a page that may have been sounded or shown. */
interface Due {
  sound: ExpectedAlert['sound'];
  notice: ExpectedAlert['notice'];
  /** A missed message that alerts if its chat is still unread after the catch-up. */
  readonly isMissed: boolean;
  /** Undefined: no chat. */
  readonly chat: ContactId | undefined;
  readonly message: MessageId | null;
  readonly atMs: number;
  isSounded: boolean;
  isShown: boolean;
}

/**
 * Compares what a page sounds and shows with its inputs. All effects of an input follow at once, so a missing
 * one is known as soon as time has passed.
 */
export class AlertWatch {
  readonly faults: string[] = [];
  readonly #reportedIds = new Set<MessageId>();
  #due: Due[] = [];
  #lockCount = 0;

  constructor(
    private readonly name: string,
    private readonly elapsedMs: () => number,
  ) {}

  /** The same lock; the tab that holds it makes the sounds (STORE-12). */
  lock(lock: TabLockPort): TabLockPort {
    return {
      hold: (name, holder, options) => {
        let isHeld = false;
        const set = (on: boolean): void => {
          if (on !== isHeld) this.#lockCount += on ? 1 : -1;
          isHeld = on;
        };
        const cancel = lock.hold(
          name,
          async (loss) => {
            set(true);
            void loss.then(() => set(false));
            return holder(loss);
          },
          options,
        );
        return () => {
          set(false);
          cancel();
        };
      },
    };
  }

  watch({ core, notices }: HeadlessClient): void {
    // The watcher of a log is not called for inputs that erase text, such as an edit.
    const { log } = core;
    const record = log.record.bind(log);
    log.record = (atMs, input, before, after) => {
      this.#overdue();
      // Events that the state already contains alert no user.
      if (this.#lockCount > 0 && before !== after) this.#take(input, after, core.get());
      record(atMs, input, before, after);
    };
    notices.subscribe((notice) => {
      if (notice.kind === 'sound') this.#sounded(notice.id);
      else if (notice.kind === 'arrived') this.#arrived(notice.id, notice.message ?? null);
    });
  }

  /** Returns the faults so far. */
  end(): readonly string[] {
    this.#overdue();
    return this.faults;
  }

  #overdue(): void {
    const nowMs = this.elapsedMs();
    for (const one of this.#due) {
      if (one.atMs >= nowMs) continue;
      if (one.sound === 'must' && !one.isSounded) this.#fault(`made no sound for ${one.message}`, one.chat);
      if (one.notice === 'must' && !one.isShown) this.#fault(`did not report ${one.message}`, one.chat);
    }
    this.#due = this.#due.filter((one) => one.atMs >= nowMs);
  }

  /** `last`: the state after all inputs of the same turn. */
  #take(input: Input, state: State, last: State): void {
    if (input.kind !== 'server') return;
    const { event, place } = input.framed;
    const isCaughtUp = input.origin !== 'live';
    // Frames held during the catch-up follow in the same turn: they are later than its alerts.
    if (!isCaughtUp) for (const one of this.#due) if (one.isMissed) Object.assign(one, MAY);
    const atMs = this.elapsedMs();
    const add = (
      alert: ExpectedAlert,
      chat?: ContactId,
      message: MessageId | null = null,
      isMissed = isCaughtUp && alert.sound !== 'never',
    ): void =>
      void this.#due.push({ ...alert, isMissed, chat, message, atMs, isSounded: false, isShown: false });
    if (event.type === 'messagePosted') {
      const chat = conversationOf(state, place, event.to, event.toUser);
      if (!isCaughtUp) return add(expectedAlert(state, chat, event), chat, event.message.id);
      const alert = expectedAlert(last, chat, event);
      const isMissed = alert.sound !== 'never';
      return add(alertAfterCatchUp(last, chat, alert), chat, event.message.id, isMissed);
    }
    if (event.type === 'applicationReceived') return add(MAY);
    // A signal brings the line of its call, if the page has it not yet.
    if (event.type === 'callSignal') {
      const chat = contactOfStream(state.self?.id ?? NOBODY, place?.stream ?? NO_STREAM);
      if (chat !== null && expectedAlert(state, chat, event).sound !== 'never')
        add(MAY, chat, event.message.id);
      return;
    }
    if (event.type !== 'messageEdited' && event.type !== 'messageReacted') return;
    const chat = event.conversation ?? (place && contactOfStream(state.self?.id ?? NOBODY, place.stream));
    if (chat === null) return;
    if (event.type === 'messageEdited') add(alertOfEdit(state, chat, event), chat, event.id);
    else add(alertOfReaction(state, chat, event), chat);
  }

  #sounded(chat: ContactId | undefined): void {
    // A sound names no message: it belongs to one that needs it before one that only may have it.
    const open = this.#due.filter((one) => one.chat === chat && one.sound !== 'never' && !one.isSounded);
    const match = open.find(({ sound }) => sound === 'must') ?? open[0];
    if (match) match.isSounded = true;
    else this.#fault('made a sound without news', chat);
  }

  #arrived(chat: ContactId, message: MessageId | null): void {
    const match = this.#due.find(
      (one) => one.chat === chat && one.message === message && one.notice !== 'never' && !one.isShown,
    );
    if (match) match.isShown = true;
    else this.#fault(`reported ${message}, which is no news`, chat);
    if (message !== null && match?.notice === 'must' && this.#reportedIds.has(message))
      this.#fault(`reported ${message} twice`, chat);
    if (message !== null) this.#reportedIds.add(message);
  }

  #fault(text: string, chat: ContactId | undefined): void {
    if (this.faults.length < 10) this.faults.push(`${this.name}, ${chat ?? 'no chat'}: ${text}`);
  }
}

/** Missed messages make at most one sound together, and only those that are still unread (EFFECT-2). */
function alertAfterCatchUp(state: State, chat: ContactId, { sound }: ExpectedAlert): ExpectedAlert {
  const row = state.contacts.get(chat);
  const isNews = sound !== 'never' && ((row?.unread ?? 0) > 0 || (row?.mentions ?? 0) > 0);
  return isNews ? MAY : { sound: 'never', notice: 'never' };
}
