import { useState } from 'react';
import { useConsole } from './context.ts';

/** Copies the first link of an answer, such as that of an invitation: it is too long to type. */
export function CopyLink({ text }: { readonly text: string }) {
  const { t, copy } = useConsole();
  const [isCopied, setIsCopied] = useState(false);
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined || copy === null) return null;
  return (
    <button type="button" onClick={() => void copy(link).then(setIsCopied)}>
      {t(isCopied ? 'linkCopied' : 'copyLink')}
    </button>
  );
}
