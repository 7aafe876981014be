import { useTranslations } from 'use-intl';

/** The tiers that a mode can ask for (contract, Modes), the best first. */
export const tiers = ['highest', 'high', 'medium', 'fast'] as const;

/** A tier in words; a gateway may have other ones. */
export function useTierName(): (id: string) => string {
  const t = useTranslations('modes');
  return (id) => {
    const tier = tiers.find((each) => each === id);
    return tier === undefined ? id : t(`tier_${tier}`);
  };
}
