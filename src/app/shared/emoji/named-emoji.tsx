import { Fragment } from 'react';
import { emojiNameParts } from '../../../domain/stickers.ts';
import { Photo } from '../../kit/photo.tsx';
import styles from './emoji-panel.module.css';
import { useServerEmoji } from './server-emoji.ts';

/** A text with pictures for the `:name:` of emoji of the server; other names stay text (EMOJI-7). */
export function TextWithEmoji({ text }: { readonly text: string }) {
  const all = useServerEmoji(true);
  const parts = emojiNameParts(text, (name) => all.has(name));
  return parts.map((part, index) =>
    part.name === null ? (
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      <Photo
        key={index}
        still
        className={styles.inline}
        src={all.get(part.name)}
        alt={part.text}
        title={part.text}
        loading="lazy"
        draggable={false}
      />
    ),
  );
}
