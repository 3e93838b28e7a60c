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
  readonly appearance: ScreenLooks;
  /** The event that the frame shows; null: it is not loaded. */
  readonly visibleEvent: number | null;
  readonly isSeeking: boolean;
  /** The page shown needs data that is not an event. */
  readonly isWaiting: boolean;
  readonly selection: Picked | null;
  /** The result of the last search, if it found nothing. */
  readonly note: string | null;
}

/** Keeps the frame that shows the app at the event of the controller. */
export class ScreenLink {
  private view: ScreenView = {
    appearance: { dark: null, language: null },
    visibleEvent: null,
    isSeeking: false,
    isWaiting: false,
    selection: null,
    note: null,
  };
  private post: ((message: ToScreen) => void) | null = null;
  private sent: { readonly session: Recorded; length: number; n: number } | null = null;
  private readonly listeners = new Set<() => void>();
  private readonly controller: ScreenSource;
  private key: ((key: string, shift: boolean) => void) | null = null;

  constructor(controller: ScreenSource) {
    this.controller = controller;
    controller.subscribe(() => this.follow());
  }

  readonly get = (): ScreenView => this.view;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** A frame was added to the page; the returned function removes it. */
  attach(post: (message: ToScreen) => void): () => void {
    this.post = post;
    this.sent = null;
    return () => {
      if (this.post !== post) return;
      this.post = null;
      this.set({ visibleEvent: null, isSeeking: false });
    };
  }

  hear(message: FromScreen): void {
    switch (message.type) {
      case 'ready':
        this.sent = null;
        this.post?.({ type: 'looks', looks: this.view.appearance });
        this.set({ visibleEvent: this.controller.get().n });
        return this.follow();
      case 'drawn':
        return this.set({ visibleEvent: message.n, isWaiting: message.isWaiting });
      case 'sought':
        this.set({
          isSeeking: false,
          note: message.n === null ? 'No other event here changes the screen' : null,
        });
        if (message.n !== null) this.controller.jump(message.n);
        return;
      case 'picked': {
        const { n } = this.controller.get();
        const { part, words } = message;
        return this.set({
          selection: { part, words, events: stepsChanging(this.controller.session, n, part) },
        });
      }
      case 'key':
        return this.key?.(message.key, message.shift);
    }
  }

  choose(appearance: Partial<ScreenLooks>): void {
    this.wear({ ...this.view.appearance, ...appearance });
  }

  /** Looks like another screen. */
  wear(appearance: ScreenLooks): void {
    if (appearance === this.view.appearance) return;
    this.set({ appearance });
    this.post?.({ type: 'looks', looks: this.view.appearance });
  }

  /** Goes to the nearest event that changed what is on screen. */
  seek(by: 1 | -1): void {
    if (this.view.visibleEvent === null || this.view.isSeeking) return;
    this.controller.stay();
    this.set({ isSeeking: true, note: null });
    this.post?.({ type: 'seek', by });
  }

  /** Keys pressed in the frame, for the page. */
  listenToKeys(listener: (key: string, shift: boolean) => void): () => void {
    this.key = listener;
    return () => {
      this.key = null;
    };
  }

  forget(): void {
    this.set({ selection: null });
  }

  private follow(): void {
    const { session } = this.controller;
    const { n } = this.controller.get();
    if (this.post === null || this.view.visibleEvent === null) return;
    if (this.sent?.session !== session) {
      this.post({ type: 'script', lines: numbered(session, 0), n });
      this.sent = { session, length: session.length, n };
      return this.set({ selection: null, note: null });
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
    for (const listener of this.listeners) listener();
  }
}

const numbered = (session: Recorded, from: number): readonly NumberedLine[] =>
  session.lines.slice(from).map((line, i) => ({ no: from + i + 1, line }));
