import { numberKind, textKind } from './declaration.ts';
import type { SettingDeclaration } from './declaration.ts';

export const FILE_SETTINGS: readonly SettingDeclaration[] = [
  {
    key: 'fileUpload.size',
    at: ['fileUpload', 'sizeMb'],
    group: 'files',
    takes: numberKind(1, 10_240, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '文件大小上限', en: 'Largest file' },
    help: { zh: '用于消息中的图片、视频和文件。', en: 'For pictures, videos and files in messages.' },
  },
  {
    key: 'fileUpload.fileExt',
    at: ['fileUpload', 'fileExt'],
    group: 'files',
    takes: { kind: 'list' },
    rule: 'UP-5',
    label: { zh: '可发送的文件类型', en: 'File types that can be sent' },
    help: {
      zh: '用逗号分隔，如 pdf、docx、jpg。不填则不限。',
      en: 'Separated by commas, such as pdf, docx, jpg. Empty for all types.',
    },
  },
  {
    key: 'fileUpload.avatarSize',
    at: ['fileUpload', 'avatarMb'],
    group: 'files',
    takes: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '头像大小上限', en: 'Largest profile picture' },
    help: { zh: '用于头像和群头像。', en: 'For pictures of users and groups.' },
  },
  {
    key: 'fileUpload.emojiSize',
    at: ['fileUpload', 'emojiMb'],
    group: 'files',
    takes: numberKind(1, 100, 'megabytes'),
    rule: 'UP-SRV-2',
    label: { zh: '表情大小上限', en: 'Largest custom emoji' },
    help: { zh: '用于自定义表情。', en: 'For emoji that users upload.' },
  },
  {
    key: 'fileUpload.preview',
    at: ['fileUpload', 'preview'],
    group: 'files',
    takes: textKind(400),
    rule: 'UP-SRV-3',
    label: { zh: '文件预览页', en: 'Page that shows files' },
    help: {
      zh: '供其他客户端打开文档的网页地址。Parley 自己的应用不使用。',
      en: 'Address of a web page in which other apps open documents. The app of Parley does not use it.',
    },
  },
];
