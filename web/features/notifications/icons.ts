import ForkOutlined from '@ant-design/icons-svg/es/asn/ForkOutlined';
import HomeFilled from '@ant-design/icons-svg/es/asn/HomeFilled';
import MessageFilled from '@ant-design/icons-svg/es/asn/MessageFilled';
import SafetyOutlined from '@ant-design/icons-svg/es/asn/SafetyOutlined';
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined';
import { type ComponentType, createElement } from 'react';
import type { NotificationGroup } from '../../../server/core/contracts/notification-kinds.ts';
import { FilledHeartIcon, type IconProps, icon, PersonIcon } from '../../components/icons.tsx';

export const SettingsIcon = icon(SettingOutlined);

const MentionIcon = ({ size, className }: IconProps) =>
  createElement(
    'span',
    { className, style: { fontSize: size, fontWeight: 800, lineHeight: 1 }, 'aria-hidden': true },
    '@',
  );

/** Of what a notification is about. */
export const groupIcons: Record<NotificationGroup | 'moderation', ComponentType<IconProps>> = {
  comments: icon(MessageFilled),
  households: icon(HomeFilled),
  followers: PersonIcon,
  adaptations: icon(ForkOutlined),
  likes: FilledHeartIcon,
  mentions: MentionIcon,
  moderation: icon(SafetyOutlined),
};
