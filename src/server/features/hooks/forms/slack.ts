import { type Dialect, type MessageButton, botLimits, buttonsOf } from '../../../../domain/bots.ts';
import { blocksText } from './blocks.ts';
import { fromMarkdown } from './markdown.ts';
import { fromMrkdwn } from './mrkdwn.ts';
import { type HookFields, objectOf, firstText, objectsOf, asText, dateIn, utcText } from './values.ts';
import { beside, bold, circle, lines, link } from './words.ts';

export const fromDialect = (text: string, dialect: Dialect): string =>
  dialect === 'markdown' ? fromMarkdown(text) : fromMrkdwn(text);

/** A field's value may be text, a number, a flag, or nothing. */
function fieldText(field: HookFields, dialect: Dialect): string {
  const [title, value] = [asText(field['title']), fromDialect(valueOf(field['value']), dialect)];
  if (title === '' || value === '') return value || bold(title);
  return value.includes('\n') ? `${bold(`${title}:`)}\n${value}` : beside(bold(`${title}:`), value);
}

const valueOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : asText(value);

function attachment(one: HookFields, dialect: Dialect): string {
  const author = link(asText(one['author_name']), asText(one['author_link']));
  const title = firstText(one, 'title');
  const url = asText(one['title_link']);
  const heading = url === '' ? bold(fromDialect(title, dialect)) : title && bold(link(title, url));
  const image = firstText(one, 'image_url', 'thumb_url');
  const footer = [fromDialect(asText(one['footer']), dialect), utcText(dateIn(one['ts']))]
    .filter(Boolean)
    .join(' · ');
  const body = lines(
    author,
    heading,
    fromDialect(asText(one['text']), dialect),
    ...objectsOf(one['fields'], 40).map((field) => fieldText(field, dialect)),
    blocksText(one['blocks']),
    objectsOf(one['actions'], 20)
      .map((action) => asText(action['url']) && link(asText(action['text']), asText(action['url'])))
      .filter(Boolean)
      .join(' · '),
    image && link(`🖼 ${title || 'image'}`, image),
    footer,
  );
  const shown = body || fromDialect(asText(one['fallback']), dialect);
  return lines(
    fromDialect(asText(one['pretext']), dialect),
    beside(shown && circle(asText(one['color'])), shown),
  );
}

/**
 * The form of the widespread chat hooks: `text`, `attachments`, `blocks`. If blocks have words, `text` is
 * only their fallback.
 */
export function slackText(fields: HookFields, dialect: Dialect): string {
  const blocks = blocksText(fields['blocks']);
  const text = blocks || fromDialect(firstText(fields, 'text', 'msg'), dialect);
  const card = asText(objectOf(fields['props'])['card']);
  return lines(
    text,
    ...objectsOf(attachmentsOf(fields), 40).map((one) => attachment(one, dialect)),
    card && fromMarkdown(card),
  );
}

/** Some senders write the list of attachments as a text. */
function attachmentsOf(fields: HookFields): unknown {
  const given = fields['attachments'] ?? objectOf(fields['props'])['attachments'];
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return [];
  }
}

/** Buttons without an address, of blocks and of attachments (BOT-13). */
export function slackButtons(fields: HookFields): readonly MessageButton[] {
  const controls = [
    ...objectsOf(fields['blocks'], 60).flatMap((block) => [
      ...(block['type'] === 'actions' ? objectsOf(block['elements'], 60) : []),
      objectOf(block['accessory']),
    ]),
    ...objectsOf(attachmentsOf(fields), 40).flatMap((one) => objectsOf(one['actions'], 20)),
  ];
  const buttons = controls.flatMap((one) => {
    const text = (firstText(objectOf(one['text']), 'text') || firstText(one, 'text', 'name')).slice(
      0,
      botLimits.buttonTextMax,
    );
    const id = [firstText(one, 'action_id', 'id', 'name'), asText(one['value'])].filter(Boolean).join(' ');
    const isButton = one['type'] === 'button' && asText(one['url']) === '' && text !== '' && id !== '';
    const { style } = one;
    return isButton
      ? [
          {
            id: id.slice(0, botLimits.buttonIdMax),
            text,
            ...(style === 'primary' || style === 'danger' ? { style } : {}),
          },
        ]
      : [];
  });
  return buttonsOf(buttons.slice(0, botLimits.buttonsMax)) ?? [];
}
