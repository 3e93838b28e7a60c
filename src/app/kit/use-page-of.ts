import { useState } from 'react';

/**
 * The page, from 1, of a long answer. Another question starts at its first page, and callbacks of the
 * previous question cannot turn it.
 */
export function usePageOf(question: string): readonly [page: number, turn: (page: number) => void] {
  const [at, setAt] = useState({ question, page: 1 });
  if (at.question !== question) setAt({ question, page: 1 });
  return [
    at.question === question ? at.page : 1,
    (page) => setAt((now) => (now.question === question ? { question, page } : now)),
  ];
}
