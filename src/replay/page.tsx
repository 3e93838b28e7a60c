import '../app/kit/tokens.css';
import '../app/kit/page-tokens.css';
import '../app/kit/global.css';
import { type Root, createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { LANGUAGES } from 'texts:languages';
import { pageTexts, setLanguage, startTexts } from '../app/i18n/index.ts';
import {
  GONE_CHATS,
  belongTo,
  readOwn,
  readSetting,
  writeOwn,
  writeSetting,
} from '../app/platform/settings.ts';
import { THEME, showLooks } from '../app/platform/looks.ts';
import { WholeApp } from '../app/whole-app.tsx';
import { assert } from '../domain/assert.ts';
import type { NumberedLine } from '../inspector/model/script-reader.ts';
import type { FromScreen, ScreenLooks, ScreenPart, ToScreen } from '../inspector/model/screen-messages.ts';
import { Recorded, type ReplayPoint } from '../inspector/model/session.ts';
import type { CallView } from '../client/interface/calls.ts';
import { PATHS, pathTo } from '../app/paths/paths.ts';
import { callPath } from '../app/screens/calls/call-path.ts';
import type { ScriptEventLine } from '../inspector/model/line.ts';
import { elapsedHere, nextFrame, onInput, openPage, parentChannel } from './platform/frame.ts';
import { setClock } from './platform/sealed-page.ts';
import { RecordedGone } from './recorded-notices.ts';
import { replayClient } from './replay-client.ts';

/** Longest search for a change, in ms. */
const SEEK_MAX_MS = 4_000;

interface Seek {
  readonly script: Recorded;
  readonly from: number;
  readonly by: 1 | -1;
  readonly show: (n: number) => void;
  /** The screen as text. */
  readonly look: () => string;
}

/**
 * The nearest event before or after `from` that changed what is on screen. Only events that changed the state,
 * the page or a call are drawn; null: there is none, or the search took too long.
 */
async function seek({ script, from, by, show, look }: Seek): Promise<number | null> {
  const since = elapsedHere();
  const last = by === 1 ? script.length : 1;
  for (let n = from + by; by === 1 ? n <= last : n >= last; n += by) {
    if (!mayChange(script, n)) continue;
    if (elapsedHere() - since > SEEK_MAX_MS) return null;
    show(n - 1);
    await nextFrame();
    const before = look();
    show(n);
    await nextFrame();
    if (look() !== before) return n;
  }
  return null;
}

function mayChange(script: Recorded, n: number): boolean {
  const line = script.lines[n - 1];
  if (line?.origin === 'machine') return line.event.machine === 'call';
  if (line?.origin === 'screen' || line?.origin === 'state') return true;
  return script.at(n - 1).state !== script.at(n).state;
}

/** The address of the page at an event: as recorded, or the page that the state implies. */
export function pathAt({ screen, state }: ReplayPoint, call: CallView | null): string {
  if (screen !== null && screen.path.startsWith('/')) return screen.path;
  if (call !== null && call.stage !== 'ringing') return callPath(call);
  return state.open === null ? PATHS.home : pathTo('chat', { id: state.open });
}

/** The event, at or before `n`, since which the same page is shown. */
export function openedBefore(script: Recorded, n: number): number {
  const paths = pages.get(script) ?? new Map<number, string>();
  pages.set(script, paths);
  const page = (at: number): string => {
    const path = paths.get(at);
    if (path !== undefined) return path;
    const { screen, state } = script.at(at);
    const name = `${screen?.path ?? ''} ${state.open ?? ''}`;
    paths.set(at, name);
    return name;
  };
  const now = page(n);
  // Most events change no page: only those that may are compared.
  for (let at = n; at > 0; at -= 1) if (mayOpen(script.lines[at - 1]) && page(at - 1) !== now) return at;
  return 0;
}

/** Pages by event, because an earlier state is computed from the last stored one. */
const pages = new WeakMap<Recorded, Map<number, string>>();

const OPENS: ReadonlySet<string> = new Set(['chatOpened', 'chatClosed', 'signedOut', 'restored']);

const mayOpen = (line: ScriptEventLine | undefined): boolean =>
  line?.origin === 'screen' ||
  line?.origin === 'state' ||
  (line?.origin === 'local' && OPENS.has(line.event.type));

/** Times of scripts of the simulator begin at zero; they are no time of day. */
const FIRST_DATE_MS = 1_000_000_000_000;

/** A script may come from a build with other languages (UI-151). */
export const languageHere = (code: string | null | undefined): string =>
  typeof code === 'string' && Object.hasOwn(LANGUAGES, code) ? code : 'en';

/** Shows the app over the script that the page around this frame sends. */
export async function showPage(): Promise<void> {
  const element = rootElement();
  const page = new ReplayPage(createRoot(element), element);
  const tell = parentChannel<ToScreen, FromScreen>((message) => page.take(message));
  page.tell = tell;
  await startTexts(languageHere(readSetting('language')));
  await pageTexts();
  onInput({
    pick: (at) => tell({ type: 'picked', part: screenPartOf(at), words: screenWordsOf(at) }),
    key: (key, shift) => tell({ type: 'key', key, shift }),
  });
  tell({ type: 'ready' });
}

/** The app over a script, at the event that the page around it names. */
export class ReplayPage {
  tell: (message: FromScreen) => void = () => undefined;
  private script = new Recorded();
  private client = replayClient(this.script, 0);
  private removedChats = new RecordedGone(this.script);
  private appearance: ScreenLooks = { dark: null, language: null };
  private target = 0;
  /** The event that opened the page shown. */
  private opened = 0;
  private isDue = false;
  private isSeeking = false;
  /** Counts the scripts: each has its own components. */
  private scripts = 0;
  private readonly root: Root;
  private readonly element: HTMLElement;

  constructor(root: Root, element: HTMLElement) {
    this.root = root;
    this.element = element;
  }

  take(message: ToScreen): void {
    switch (message.type) {
      case 'script':
        return this.begin(message.lines, message.n);
      case 'lines':
        return this.client.append(message.lines);
      case 'show':
        this.target = message.n;
        return this.isSeeking ? undefined : void this.draw();
      case 'looks':
        this.appearance = message.looks;
        return this.dress();
      case 'seek':
        return void this.find(message.by);
    }
  }

  private begin(lines: readonly NumberedLine[], n: number): void {
    this.target = n;
    this.script = new Recorded();
    this.script.append(lines);
    this.client = replayClient(this.script, Math.min(n, this.script.length));
    this.removedChats = new RecordedGone(this.script);
    this.scripts += 1;
    this.dress();
    this.opened = 0;
    this.settle();
    this.root.render(<WholeApp key={this.scripts} client={this.client} recording={false} />);
    this.tellDrawn();
  }

  /** Sets the clock and the page of the event, which the state does not hold. */
  private settle(): void {
    const n = this.client.currentEvent();
    const atMs = this.script.lines[n - 1]?.atMs ?? 0;
    setClock(atMs >= FIRST_DATE_MS ? atMs : null);
    openPage(pathAt(this.script.at(n), this.client.calls.get()));
  }

  /** A chat remembers what was unread when it was opened: it is opened at that event first. */
  private go(n: number): void {
    const from = openedBefore(this.script, n);
    const isNew = from !== this.opened;
    this.opened = from;
    if (isNew && from < n) this.show(from);
    this.show(n);
  }

  private show(n: number): void {
    flushSync(() => {
      this.client.show(n);
      this.settle();
    });
    this.dress();
  }

  private dress(): void {
    const { screen } = this.script.at(this.client.currentEvent());
    const theme = (this.appearance.dark ?? screen?.dark ?? false) ? 'dark' : 'light';
    if (readSetting(THEME) !== theme) {
      writeSetting(THEME, theme);
      showLooks(readSetting);
    }
    const removed = this.removedChats.at(this.client.currentEvent());
    belongTo(this.client.store.get().self?.id ?? null);
    if (readOwn(GONE_CHATS) !== removed) writeOwn(GONE_CHATS, removed);
    const language = languageHere(this.appearance.language ?? screen?.language);
    if (readSetting('language') !== language) void setLanguage(language);
  }

  private async draw(): Promise<void> {
    if (this.isDue) return;
    this.isDue = true;
    await nextFrame();
    this.isDue = false;
    this.go(this.target);
    this.tellDrawn();
    // A page that was opened just now shows that it is loading in the next frame.
    await nextFrame();
    this.tellDrawn();
  }

  private tellDrawn(): void {
    const isWaiting = isWaitingPage(this.element);
    this.tell({ type: 'drawn', n: this.client.currentEvent(), isWaiting });
  }

  private async find(by: 1 | -1): Promise<void> {
    if (this.isSeeking) return;
    this.isSeeking = true;
    const { script, client, element } = this;
    const n = await seek({
      script,
      from: client.currentEvent(),
      by,
      show: (at) => this.show(at),
      look: () => pictureOf(element),
    });
    this.isSeeking = false;
    this.go(n ?? this.target);
    this.tell({ type: 'sought', n });
  }
}

function rootElement(): HTMLElement {
  const element = document.getElementById('root');
  assert(element !== null, 'a root element in the page');
  return element;
}

/** A chat loads its pages by events; any other page that is busy waits for an answer that never arrives. */
const isWaitingPage = (element: HTMLElement): boolean =>
  !element.ownerDocument.location.hash.startsWith('#/pages/message/chat') &&
  element.querySelector('[aria-busy="true"]') !== null;

/** What a user would notice: texts, structure and states, without positions in pixels. */
const pictureOf = (element: HTMLElement): string => element.innerHTML.replaceAll(/ style="[^"]*"/g, '');

/** The thing that an element of the app shows. */
function screenPartOf(at: Element): ScreenPart {
  const message = at.closest('[data-message]')?.getAttribute('data-message');
  if (message !== null && message !== undefined) return { kind: 'message', id: message };
  const chat = at.closest('[data-chat]')?.getAttribute('data-chat');
  if (chat !== null && chat !== undefined) return { kind: 'chat', id: chat };
  const { hash } = at.ownerDocument.location;
  if (hash.startsWith('#/pages/message/call')) return { kind: 'call' };
  if (at.closest('nav') !== null) return { kind: 'counts' };
  const open = new URLSearchParams(hash.split('?')[1] ?? '').get('id');
  return open === null ? { kind: 'page' } : { kind: 'chat', id: open };
}

/** A few of its words, to name it in the inspector. */
function screenWordsOf(at: Element): string {
  const whole = at.closest('[data-message], [data-chat]') ?? at;
  const text = (whole.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
