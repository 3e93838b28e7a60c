import { wordsIn } from './contacts/words.ts';
import styles from './demo.module.css';

const STORY = '/inspect.html?script=%2Fstory.jsonl&play=1';

const words = () => wordsIn(document.documentElement.lang);

export interface BannerParts {
  readonly place: HTMLElement;
  readonly enter: () => void;
  readonly again: () => void;
}

/** A strip below the login page: what this is, and a way in. It goes when somebody is signed in. */
export function createBanner({ place, enter, again }: BannerParts): { show(on: boolean): void } {
  const about = document.createElement('p');
  const [inside, over] = [button(enter, styles['enter']), button(again, styles['again'])];
  const story = document.createElement('a');
  story.href = STORY;
  story.target = '_blank';
  story.className = styles['story'] ?? '';
  const strip = document.createElement('aside');
  strip.className = styles['strip'] ?? '';
  strip.append(about, inside, over, story);
  const write = (): void => {
    const text = words();
    strip.setAttribute('aria-label', text.about);
    about.textContent = text.about;
    inside.textContent = text.enter;
    over.textContent = text.again;
    story.textContent = text.story;
  };
  write();
  // The language is changed on the page itself.
  new MutationObserver(write).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['lang'],
  });
  return {
    show: (on) => {
      if (on) place.replaceChildren(strip);
      else place.replaceChildren();
    },
  };
}

function button(onClick: () => void, kind: string | undefined): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = kind ?? '';
  element.addEventListener('click', onClick);
  return element;
}

/** Nothing can be shown but why. */
export function sayTaken(place: HTMLElement): void {
  say(place, words().inUse);
}

export function sayFailed(place: HTMLElement, error: unknown): void {
  say(place, `${words().failed} ${String(error)}`);
}

function say(place: HTMLElement, text: string): void {
  const line = document.createElement('p');
  line.className = styles['alone'] ?? '';
  line.setAttribute('role', 'alert');
  line.textContent = text;
  place.replaceChildren(line);
}
