import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { MessageId } from '../../../../domain/ids.ts';

const ReadBySheet = lazyAside(() => import('./read-by-sheet.tsx'));

/** The list of users who have read one message, and the function that opens it. */
export function useReadBy(): { readonly show: (id: MessageId) => void; readonly layer: ReactNode } {
  const [id, setId] = useState<MessageId | null>(null);
  return {
    show: setId,
    layer: id !== null && (
      <Suspense fallback={null}>
        <ReadBySheet id={id} onClose={() => setId(null)} />
      </Suspense>
    ),
  };
}
