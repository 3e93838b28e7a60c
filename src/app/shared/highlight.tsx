import { Fragment } from 'react';
import styles from './highlight.module.css';
import { matchedParts } from './match.ts';

/** A text with highlighted search words. */
export const Highlight = ({ text, keywords }: { readonly text: string; readonly keywords: string }) =>
  matchedParts(text, keywords).map((part, index) =>
    part.match ? (
      <mark key={index} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  );
