import { useRef, useState } from 'react';
import type { Apps } from '../model/attach.ts';
import type { Controller, ControllerView } from '../model/controller.ts';
import { exportScript } from '../../client/report/mask.ts';
import { loadFile, saveText } from '../platform/files.ts';
import { CompareButton } from './compare-part.tsx';
import styles from './inspector.module.css';
import { useApps } from './use-controller.ts';

interface Props {
  readonly controller: Controller;
  readonly apps: Apps;
  readonly view: ControllerView;
  readonly help: () => void;
}

export function InspectorBar({ controller, apps, view, help }: Props) {
  const pages = useApps(apps);
  const picker = useRef<HTMLInputElement>(null);
  const [masked, setMasked] = useState(true);
  return (
    <header className={styles.bar}>
      <h1>Inspector</h1>
      <span className={styles.source} role="status">
        {view.notice ?? (view.source === null ? 'Nothing open' : `${view.live ? '● ' : ''}${view.source}`)}
      </span>
      <div className={styles.tools}>
        <select
          aria-label="Running app"
          value=""
          onChange={(event) => {
            if (event.target.value !== '') apps.watch(event.target.value);
          }}
        >
          <option value="">{pages.length === 0 ? 'No app is watched' : 'Attach to …'}</option>
          {pages.map((page) => (
            <option key={page.id} value={page.id}>
              {page.title} ({page.id})
            </option>
          ))}
        </select>
        <button type="button" onClick={() => picker.current?.click()}>
          Open script …
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="Script file"
          accept=".jsonl,application/x-ndjson,text/plain"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file === undefined) return;
            apps.leave();
            void loadFile(file, controller);
            event.target.value = '';
          }}
        />
        <CompareButton controller={controller} disabled={view.length === 0} />
        <label className={styles.check}>
          <input type="checkbox" checked={masked} onChange={(event) => setMasked(event.target.checked)} />{' '}
          mask texts
        </label>
        <button
          type="button"
          disabled={view.length === 0}
          onClick={() => saveText('session.jsonl', exportScript(controller.session.lines, { masked }))}
        >
          Export
        </button>
        <button type="button" aria-label="Keys and help" onClick={help}>
          ?
        </button>
      </div>
      {view.problems.length > 0 && <Problems controller={controller} view={view} />}
    </header>
  );
}

const Problems = ({
  controller,
  view,
}: {
  readonly controller: Controller;
  readonly view: ControllerView;
}) => (
  <div className={styles.problems} role="alert">
    <strong>
      {view.problems.length + view.more} {view.problems.length + view.more === 1 ? 'line' : 'lines'} could not
      be used; {view.length} events are loaded.
    </strong>
    <ul>
      {view.problems.slice(0, 5).map((one, i) => (
        <li key={`${one.line} ${i}`}>
          Line {one.line} {one.what}.
        </li>
      ))}
      {view.problems.length > 5 && <li>and {view.problems.length - 5 + view.more} more</li>}
    </ul>
    <button type="button" onClick={() => controller.dismiss()}>
      Close
    </button>
  </div>
);
