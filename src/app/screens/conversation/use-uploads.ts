import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { UploadView } from '../../../client/interface/files.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { sameItems, useClient } from '../../shared/client-context.ts';

/** Uploads into one conversation; the same list while none of them changes. */
export function useUploads(id: ContactId): readonly UploadView[] {
  const { uploads } = useClient();
  const subscribe = useCallback((listener: () => void) => uploads.subscribe(listener), [uploads]);
  const last = useRef<readonly UploadView[]>([]);
  const read = () => {
    const mine = uploads.get().filter((one) => one.to === id);
    if (!sameItems(mine, last.current)) last.current = mine;
    return last.current;
  };
  return useSyncExternalStore(subscribe, read, read);
}
