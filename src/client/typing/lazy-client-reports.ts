import { type Late, nothing } from '../kernel/lazy.ts';
import type { MakeClientReports, ClientReports } from './client-reports.ts';

/**
 * Client reports whose code loads after the list is shown (UI-16); until then neither acknowledgements nor
 * typing signals are sent.
 */
export const lazyClientReports =
  (code: Late<MakeClientReports>): MakeClientReports =>
  (parts) => {
    let part: ClientReports | null = null;
    let stopped = false;
    const now = (): ClientReports | null => (stopped ? null : (part ??= code.now()?.(parts) ?? null));
    return {
      typed: (id, act) => now()?.typed(id, act),
      bound: () => {
        if (now() === null) code.get().then(() => now()?.bound(), nothing);
        else part?.bound();
      },
      stop: () => {
        stopped = true;
        part?.stop();
      },
    };
  };
