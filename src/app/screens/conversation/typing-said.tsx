import { useState } from 'react';
import type { ContactId } from '../../../domain/ids.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useStore } from '../../shared/client-context.ts';

/** Announces typing to screen readers: once, and again only after a new message (TYPING-5). */
export function TypingSaid({ id, words }: { readonly id: ContactId; readonly words: string }) {
  const last = useStore((state) => state.contacts.get(id)?.last?.id ?? null);
  const [said, setSaid] = useState<{ readonly words: string; readonly last: string | null } | null>(null);
  if (words !== '' && (said === null || said.last !== last)) setSaid({ words, last });
  return (
    <VisuallyHidden>
      <span role="status">{said !== null && said.last === last ? said.words : ''}</span>
    </VisuallyHidden>
  );
}
