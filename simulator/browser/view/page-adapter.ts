import type { PageRequest, Tell } from '../view-types.ts';
import type { RunWorker } from './watch.ts';

/** The worker in which one World runs. */
export function openWorker(tell: (message: Tell) => void): RunWorker {
  const worker = new Worker(new URL('../worker.ts', import.meta.url), { type: 'module' });
  // The engine is compiled first; earlier messages would be lost.
  let early: PageRequest[] | null = [];
  worker.addEventListener('message', ({ data }: MessageEvent<Tell>) => {
    if (data.type !== 'ready') return tell(data);
    for (const ask of early ?? []) worker.postMessage(ask, []);
    early = null;
  });
  worker.addEventListener('error', ({ message }) => tell({ type: 'failed', text: message }));
  return {
    ask: (ask) => (early === null ? worker.postMessage(ask, []) : void early.push(ask)),
    end: () => worker.terminate(),
  };
}

export function drawLoop(onFrame: (elapsedMs: number) => void): void {
  let last = performance.now();
  const frame = (now: number): void => {
    onFrame(Math.max(0, now - last));
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Only of this very place. */
export async function fetchText(address: string): Promise<string> {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) return '';
  const answer = await fetch(url);
  return answer.ok ? answer.text() : '';
}

/** Opens a device's session in the inspector beside this page. */
export function showSession(_device: string, script: string): void {
  const address = URL.createObjectURL(new Blob([script], { type: 'application/x-ndjson' }));
  // The URL lives as long as this page: the inspector may load it again.
  window.open(`/inspect.html?script=${encodeURIComponent(address)}`, '_blank');
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
