import './page-turn-adapter.ts';
import { Stage } from './stage.ts';
import type { PageRequest, Tell } from './view-types.ts';

/** Runs one World and answers each ask with what there is to see. */
let stage: Stage | null = null;
let last: Promise<void> = Promise.resolve();

const tell = (message: Tell): void => postMessage(message);

async function answer(ask: PageRequest): Promise<void> {
  if (ask.type === 'session')
    return tell({ type: 'session', device: ask.device, script: stage?.session(ask.device) ?? '' });
  if (ask.type === 'open') stage = await Stage.open(ask.run);
  else if (ask.type === 'go') await stage?.go(ask.ms, ask.steps);
  else await stage?.inject(ask.fault);
  if (stage !== null) tell({ type: 'view', view: stage.view() });
}

addEventListener('message', ({ data }: MessageEvent<PageRequest>) => {
  // Serialised: manual actions run between two pieces of time.
  last = last
    .then(() => answer(data))
    .catch((error: unknown) =>
      tell({ type: 'failed', text: String(error instanceof Error ? error.stack : error) }),
    );
});

tell({ type: 'ready' });
