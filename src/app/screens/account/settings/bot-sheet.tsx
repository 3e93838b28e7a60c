import type { TFunction } from 'i18next';
import { useState } from 'react';
import { BOT_COMMAND, type BotCommand, type Dialect, botLimits } from '../../../../domain/bots.ts';
import { isWebAddress } from '../../../../domain/links.ts';
import { ok } from '../../../../domain/result.ts';
import { lengthOf } from '../../../../domain/validation.ts';
import type { Answer } from '../../../../client/interface/answer.ts';
import type { Bot, BotProgram } from '../../../../client/interface/bots.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import type { FormProblem } from '../../../kit/form-problem.ts';
import { TextArea } from '../../../kit/text-area.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { failureText } from '../../../shared/failure-text.ts';
import { DialectChoice, ProgramForm } from '../../../shared/program-form.tsx';

const lineOf = ({ name, words, help }: BotCommand): string =>
  [`/${name} ${words}`.trim(), help].filter(Boolean).join(' | ');

/** `/name words | help`; null: it is not a command. */
function commandIn(line: string): BotCommand | null {
  const [, name = '', words = '', help = ''] = /^\/?(\S+)([^|]*)(?:\|(.*))?$/.exec(line.trim()) ?? [];
  const command = { name: name.toLowerCase(), words: words.trim(), help: help.trim() };
  const isShort = [command.words, command.help].every((text) => lengthOf(text) <= botLimits.commandTextMax);
  return BOT_COMMAND.test(command.name) && isShort ? command : null;
}

/** The name of a new bot; the name, address and commands of an existing one (COMMAND-9). */
export function BotSheet({
  bot,
  onRemove,
  onSecret,
  onClose,
}: {
  readonly bot: Bot | null;
  readonly onRemove: (bot: Bot) => void;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [form, setForm] = useState<Fields>(() => fieldsOf(bot));
  const saveName = (name: string): Answer => {
    if (bot === null) return actions.addBot(name);
    return bot.name === name ? Promise.resolve(ok(undefined)) : actions.renameBot(bot.id, name);
  };
  return (
    <ProgramForm
      of="bots"
      name={bot && bot.name}
      renewal={
        bot && bot.url !== ''
          ? { texts: 'outgoing', run: () => actions.setBotProgram(bot.id, bot, true) }
          : null
      }
      save={async (name) => {
        const program = programOf(t, form);
        if ('text' in program) return program.field === '' ? program.text : program;
        const named = await saveName(name);
        if (!named.ok) return { field: 'name', text: failureText(t, named.reason) };
        return bot ? actions.setBotProgram(bot.id, program, false) : named;
      }}
      onSecret={onSecret}
      onClose={onClose}
    >
      {bot && (
        <>
          <ProgramFields form={form} onForm={setForm} />
          <Button
            kind="quietDanger"
            aria-label={t('bots.removeOf', { name: bot.name })}
            onClick={() => onRemove(bot)}
          >
            {t('bots.remove')}
          </Button>
        </>
      )}
    </ProgramForm>
  );
}

interface Fields {
  readonly url: string;
  readonly dialect: Dialect;
  readonly lines: string;
}

const fieldsOf = (bot: Bot | null): Fields => ({
  url: bot?.url ?? '',
  dialect: bot?.dialect ?? 'mrkdwn',
  lines: bot?.commands.map(lineOf).join('\n') ?? '',
});

/** The address and commands of a form, or the problem of one of its fields. */
function programOf(t: TFunction, { url, dialect, lines }: Fields): BotProgram | Exclude<FormProblem, string> {
  const commands: BotCommand[] = [];
  for (const [at, line] of lines.split('\n').entries()) {
    const command = line.trim() === '' ? undefined : commandIn(line);
    const facts = { line: at + 1, max: botLimits.commandTextMax };
    if (command === null) return { field: '', text: t('bots.needCommands', facts) };
    if (command) commands.push(command);
  }
  // Without an address the server keeps no commands.
  const isRight = isWebAddress(url.trim()) || (url.trim() === '' && commands.length === 0);
  if (!isRight) return { field: 'url', text: t('outgoing.needAddress') };
  return { url: url.trim(), dialect, commands };
}

/** The address of a bot, its commands and its text style. */
function ProgramFields({ form, onForm }: { readonly form: Fields; readonly onForm: (form: Fields) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <TextField
        label={t('bots.address')}
        hint={t('bots.addressHint')}
        name="url"
        value={form.url}
        visibleMax={botLimits.addressMax}
        onValue={(url) => onForm({ ...form, url })}
      />
      <TextArea
        label={t('bots.commands')}
        hint={t('bots.commandsHint')}
        rows={3}
        value={form.lines}
        onValue={(lines) => onForm({ ...form, lines })}
      />
      <DialectChoice value={form.dialect} onChoose={(dialect) => onForm({ ...form, dialect })} />
    </>
  );
}
