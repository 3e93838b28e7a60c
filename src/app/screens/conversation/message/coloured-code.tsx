import { useMemo } from 'react';
import { codeParts } from './code-parts.ts';
import styles from './coloured-code.module.css';

/** Code in colours (RICH-9). Its library is loaded with the first block that names a language. */
export default function ColouredCode({
  language,
  text,
}: {
  readonly language: string;
  readonly text: string;
}) {
  const parts = useMemo(() => codeParts(language, text), [language, text]);
  return parts.map((part, at) =>
    part.kind === null ? (
      part.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
      <span key={at} className={styles[part.kind]}>
        {part.text}
      </span>
    ),
  );
}
