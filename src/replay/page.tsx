import '../app/kit/tokens.css';
import '../app/kit/page-tokens.css';
import '../app/kit/global.css';
import { createRoot, type Root } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { pageTexts, setLanguage, startTexts } from '../app/i18n/index.ts';
import { GONE_CHATS } from '../app/platform/settings.ts';
import { showLooks, THEME } from '../app/platform/looks.ts';
import { belongTo, readOwn, readSetting, writeOwn, writeSetting } from '../app/platform/settings.ts';
import { WholeApp } from '../app/whole-app.tsx';
import { assert } from '../domain/assert.ts';
import type { NumberedLine } from '../inspector/model/script-reader.ts';
import type { FromScreen, ScreenLooks, ToScreen } from '../inspector/model/screen-messages.ts';
import { Recorded } from '../inspector/model/session.ts';
import { openedBefore, pathAt } from './path-at.ts';
import { screenPartOf, screenWordsOf } from './picked.ts';
import { openPage, nextFrame, onInput, parentChannel } from './platform/frame.ts';
import { setClock } from './platform/sealed-page.ts';
import { RecordedGone } from './recorded-notices.ts';
import { replayClient } from './replay-client.ts';
import { seek } from './seek.ts';

/** Times of scripts of the simulator begin at zero; they are no time of day. */
const FIRST_DATE_MS = 1_000_000_000_000;

/** Shows the app over the script that the page around this frame sends. */
export async function showPage(): Promise<void> {
  const element = rootElement();
  const page = new ReplayPage(createRoot(element), element);
  const tell = parentChannel<ToScreen, FromScreen>((message) => page.take(message));
  page.tell = tell;
  await startTexts(readSetting('language') === 'zh-CN' ? 'zh-CN' : 'en');
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
  private gone = new RecordedGone(this.script);
  private looks: ScreenLooks = { dark: null, language: null };
  private wanted = 0;
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
        this.wanted = message.n;
        return this.isSeeking ? undefined : void this.draw();
      case 'looks':
        this.looks = message.looks;
        return this.dress();
      case 'seek':
        return void this.find(message.by);
    }
  }

  private begin(lines: readonly NumberedLine[], n: number): void {
    this.wanted = n;
    this.script = new Recorded();
    this.script.append(lines);
    this.client = replayClient(this.script, Math.min(n, this.script.length));
    this.gone = new RecordedGone(this.script);
    this.scripts += 1;
    this.dress();
    this.opened = 0;
    this.settle();
    this.root.render(<WholeApp key={this.scripts} client={this.client} recording={false} />);
    this.tellDrawn();
  }

  /** Sets the clock and the page of the event, which the state does not hold. */
  private settle(): void {
    const n = this.client.shown();
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
    const { screen } = this.script.at(this.client.shown());
    const theme = (this.looks.dark ?? screen?.dark ?? false) ? 'dark' : 'light';
    if (readSetting(THEME) !== theme) {
      writeSetting(THEME, theme);
      showLooks(readSetting);
    }
    const gone = this.gone.at(this.client.shown());
    belongTo(this.client.store.get().self?.id ?? null);
    if (readOwn(GONE_CHATS) !== gone) writeOwn(GONE_CHATS, gone);
    const language = this.looks.language ?? (screen?.language === 'zh-CN' ? 'zh-CN' : 'en');
    if (readSetting('language') !== language) void setLanguage(language);
  }

  private async draw(): Promise<void> {
    if (this.isDue) return;
    this.isDue = true;
    await nextFrame();
    this.isDue = false;
    this.go(this.wanted);
    this.tellDrawn();
    // A page that was opened just now shows that it is loading in the next frame.
    await nextFrame();
    this.tellDrawn();
  }

  private tellDrawn(): void {
    const isWaiting = isWaitingPage(this.element);
    this.tell({ type: 'drawn', n: this.client.shown(), isWaiting });
  }

  private async find(by: 1 | -1): Promise<void> {
    if (this.isSeeking) return;
    this.isSeeking = true;
    const { script, client, element } = this;
    const n = await seek({
      script,
      from: client.shown(),
      by,
      show: (at) => this.show(at),
      look: () => pictureOf(element),
    });
    this.isSeeking = false;
    this.go(n ?? this.wanted);
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
