import { createRoot } from 'react-dom/client';
import { openInspectionChannel } from '../client/browser/inspection-adapter.ts';
import { assert } from '../domain/assert.ts';
import { attachToPages } from './model/attach.ts';
import { Controller } from './model/controller.ts';
import { ScreenLink } from './model/screen-link.ts';
import { otherSide } from './model/screen-source.ts';
import { openFrom } from './platform/files.ts';
import { readPlace } from './platform/place.ts';
import { InspectorApp } from './view/app.tsx';

const controller = new Controller();
const link = new ScreenLink(controller);
const other = new ScreenLink(otherSide(controller));
link.subscribe(() => other.wear(link.get().appearance));
const { event } = readPlace();
const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');
const apps = attachToPages(openInspectionChannel(), controller);
addEventListener('pagehide', () => apps.leave());
createRoot(root).render(<InspectorApp controller={controller} apps={apps} link={link} other={other} />);

const query = new URLSearchParams(window.location.search);
const script = query.get('script');
if (script !== null) void openScript(script, query.get('second'));

async function openScript(address: string, second: string | null): Promise<void> {
  if (!(await openFrom(address, second, controller))) return;
  if (event !== null) controller.jump(event);
  if (query.has('play')) controller.play(true);
}
