import { useEffect, useRef } from 'react';
import type { StoryLine } from '../view-types.ts';
import { actWords } from '../act-words.ts';
import styles from './story.module.css';
import { pageLanguage, word } from './words.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/** Virtual time as hours, minutes, seconds and thousandths. */
export function storyTime(ms: number): string {
  const whole = Math.floor(ms);
  return `${Math.floor(whole / 3_600_000)}:${two(Math.floor(whole / 60_000) % 60)}:${two(Math.floor(whole / 1_000) % 60)}.${String(whole % 1_000).padStart(3, '0')}`;
}

/** The log of actions and faults, the newest at the bottom. */
export function Story({ lines }: { readonly lines: readonly StoryLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (lines.length > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines]);
  return (
    <aside className={styles.story} aria-label={word('happened')}>
      <h2>{word('happened')}</h2>
      {/* It scrolls, so the keyboard must reach it. */}
      <ol ref={list} tabIndex={0} aria-label={word('log')}>
        {lines.map((line) => (
          <li key={line.no} data-kind={line.kind}>
            <time>{storyTime(line.atMs)}</time>
            <span>{storyText(line)}</span>
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** A step in words: "user3 answers the call". */
export function storyText({ act, text }: StoryLine): string {
  if (act === undefined) return text;
  const words = actWords(act.kind, pageLanguage());
  return act.user === null ? words : `user${act.user} ${words}`;
}
