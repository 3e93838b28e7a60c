import { fromMarkdown } from './markdown.ts';
import { type HookFields, objectOf, firstText, objectsOf, asText } from './values.ts';
import { beside, bold, codeSpan, lines, link } from './words.ts';

/** Alerts shown of one group; the rest is counted. */
const MOST = 15;

const STATE_MARKS: Readonly<Record<string, string>> = {
  firing: '🔴',
  alerting: '🔴',
  resolved: '🟢',
  ok: '🟢',
  normal: '🟢',
  no_data: '🟠',
  pending: '🟡',
};
const stateMark = (state: string): string => STATE_MARKS[state.toLowerCase()] ?? '⚪';

export const isAlerts = (fields: HookFields): boolean =>
  Array.isArray(fields['alerts']) && 'status' in fields;

/** Labels but the name of the alert, which is shown already. */
const labelsText = (labels: HookFields, without: HookFields = {}): string =>
  Object.entries(labels)
    .filter(([name, value]) => name !== 'alertname' && asText(value) !== '' && !(name in without))
    .slice(0, 20)
    .map(([name, value]) => codeSpan(`${name}=${asText(value)}`))
    .join(' ');

function alertText(alert: HookFields, common: HookFields): string {
  const [labels, notes] = [objectOf(alert['labels']), objectOf(alert['annotations'])];
  const summary = firstText(notes, 'summary', 'title', 'message');
  const description = firstText(notes, 'description', 'runbook');
  const links = [
    ['Source', alert['generatorURL']],
    ['Dashboard', alert['dashboardURL']],
    ['Panel', alert['panelURL']],
    ['Silence', alert['silenceURL']],
    ['Runbook', notes['runbook_url']],
  ] as const;
  return lines(
    beside(
      stateMark(asText(alert['status'])),
      bold(summary || asText(labels['alertname']) || 'Alert'),
      labelsText(labels, common),
    ),
    description && fromMarkdown(description),
    asText(alert['valueString']) && codeSpan(asText(alert['valueString'])),
    links
      .filter(([, url]) => asText(url) !== '')
      .map(([name, url]) => link(name, asText(url)))
      .join(' · '),
  );
}

/** A group of alerts, as Alertmanager and Grafana send it. */
export function alertsText(fields: HookFields): string {
  const alerts = objectsOf(fields['alerts'], 1_000);
  const common = objectOf(fields['commonLabels']);
  const status = asText(fields['status']);
  const name = asText(common['alertname']) || asText(objectOf(fields['groupLabels'])['alertname']);
  const firing = alerts.filter((alert) => asText(alert['status']) !== 'resolved').length;
  const count = status === 'firing' ? firing : alerts.length;
  const head = firstText(fields, 'title') || `[${status.toUpperCase()}:${count}] ${name}`.trim();
  const url = asText(fields['externalURL']);
  const left = Math.max(0, alerts.length - MOST) + (Number(fields['truncatedAlerts']) || 0);
  return lines(
    beside(stateMark(status), bold(link(head, url)), labelsText(common)),
    ...alerts.slice(0, MOST).map((alert) => alertText(alert, common)),
    left > 0 ? `… +${left}` : '',
  );
}

export const isOldGrafana = (fields: HookFields): boolean => 'ruleName' in fields || 'evalMatches' in fields;

/** The form of Grafana before version 8. */
export function oldGrafanaText(fields: HookFields): string {
  const head = firstText(fields, 'title', 'ruleName');
  return lines(
    beside(stateMark(asText(fields['state'])), bold(link(head, asText(fields['ruleUrl'])))),
    fromMarkdown(asText(fields['message'])),
    ...objectsOf(fields['evalMatches'], 20).map((match) =>
      beside(bold(`${asText(match['metric'])}:`), asText(match['value']) || 'null'),
    ),
    asText(fields['imageUrl']) && link('🖼 image', asText(fields['imageUrl'])),
  );
}
