import type { TransferPort } from '../../ports/http.ts';
import { nothing } from '../kernel/lazy.ts';

/** Uploads, whose code loads with the first one (UI-16); without it they fail like a broken connection. */
export const lazyTransfers = (base: string): TransferPort => ({
  upload: (request) => {
    const begun = import('./transfer-adapter.ts').then(({ createTransfers }) =>
      createTransfers(base).upload(request),
    );
    return {
      done: begun.then(
        (transfer) => transfer.done,
        () => ({ kind: 'broken' }),
      ),
      abort: () => void begun.then((transfer) => transfer.abort(), nothing),
    };
  },
});
