import { stepsChanging } from './made-by.ts';
import type { FromScreen, ScreenLooks, ScreenPart, ToScreen } from './screen-messages.ts';
import type { ScreenSource } from './screen-source.ts';
import type { NumberedLine } from './script-reader.ts';
import type { Recorded } from './session.ts';

/** The element that the user chose, and the events that made it. */
export interface Picked {
  readonly part: ScreenPart;
  readonly words: string;
  readonly events: readonly number[];
}

export interface ScreenView {
  readonly looks: ScreenLooks;
  /** The event that the frame shows; null: it is not loaded. */
  readonly drawn: number | null;
  readonly isSeeking: boolean;
  /** The page shown needs data that is not an event. */
  readonly isWaiting: boolean;
  readonly picked: Picked | null;
  /** The result of the last search, if it found nothing. */
  readonly note: string | null;
}

/** Keeps the frame that shows the app at the event of the desk. */
export class ScreenLink {
  private view: ScreenView = {
    looks: { dark: null, language: null },
    drawn: null,
    isSeeking: false,
    isWaiting: false,
    picked: null,
    note: null,
  };
  private post: ((message: ToScreen) => void) | null = null;
  private sent: { readonly session: Recorded; length: number; n: number } | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly desk: ScreenSource;
  private key: ((key: string, shift: boolean) => void) | null = null;

  constructor(desk: ScreenSource) {
    this.desk = desk;
    desk.subscribe(() => this.follow());
  }

  readonly get = (): ScreenView => this.view;

  readonly subscribe = (run: () => void): (() => void) => {
    this.listeners.add(run);
    return () => void this.listeners.delete(run);
  };

  /** A frame was added to the page; the returned function removes it. */
  attach(post: (message: ToScreen) => void): () => void {
    this.post = post;
    this.sent = null;
    return () => {
      if (this.post !== post) return;
      this.post = null;
      this.set({ drawn: null, isSeeking: false });
    };
  }

  hear(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
        this.sent = null;
        this.post?.({ type: 'looks', looks: this.view.looks });
        this.set({ drawn: this.desk.get().n });
        return this.follow();
      case 'drawn':
        return this.set({ drawn: message.n, isWaiting: message.isWaiting });
      case 'sought':
        this.set({
          isSeeking: false,
          note: message.n === null ? 'No other event here changes the screen' : null,
        });
        if (message.n !== null) this.desk.jump(message.n);
        return;
      case 'picked': {
        const { n } = this.desk.get();
        const { part, words } = message;
        return this.set({ picked: { part, words, events: stepsChanging(this.desk.session, n, part) } });
      }
      case 'key':
        return this.key?.(message.key, message.shift);
    }
  }

  choose(looks: Partial<ScreenLooks>): void {
    this.wear({ ...this.view.looks, ...looks });
  }

  /** Looks like another screen. */
  wear(looks: ScreenLooks): void {
    if (looks === this.view.looks) return;
    this.set({ looks });
    this.post?.({ type: 'looks', looks: this.view.looks });
  }

  /** Goes to the nearest event that changed what is on screen. */
  seek(by: 1 | -1): void {
    if (this.view.drawn === null || this.view.isSeeking) return;
    this.desk.stay();
    this.set({ isSeeking: true, note: null });
    this.post?.({ type: 'seek', by });
  }

  /** Keys pressed in the frame, for the page. */
  listenToKeys(run: (key: string, shift: boolean) => void): () => void {
    this.key = run;
    return () => {
      this.key = null;
    };
  }

  forget(): void {
    this.set({ picked: null });
  }

  private follow(): void {
    const { session } = this.desk;
    const { n } = this.desk.get();
    if (this.post === null || this.view.drawn === null) return;
    if (this.sent?.session !== session) {
      this.post({ type: 'script', lines: numbered(session, 0), n });
      this.sent = { session, length: session.length, n };
      return this.set({ picked: null, note: null });
    }
    if (session.length > this.sent.length) {
      this.post({ type: 'lines', lines: numbered(session, this.sent.length) });
      this.sent.length = session.length;
    }
    if (n === this.sent.n) return;
    this.sent.n = n;
    this.post({ type: 'show', n });
    if (this.view.note !== null) this.set({ note: null });
  }

  private set(change: Partial<ScreenView>): void {
    this.view = { ...this.view, ...change };
    for (const run of this.listeners) run();
  }
}

const numbered = (session: Recorded, from: number): readonly NumberedLine[] =>
  session.lines.slice(from).map((line, i) => ({ no: from + i + 1, line }));
