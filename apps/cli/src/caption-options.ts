import { captionLimits } from '@quoth/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** The options of a command that writes captions. */
export interface CaptionFlags {
  readonly maxLineLength?: number;
  readonly maxLines?: number;
}

/** Adds `--max-line-length` and `--max-lines`. */
export function withCaptionOptions(command: Command): Command {
  const { lineLength, lines } = captionLimits;
  return command
    .addOption(
      new Option(
        '--max-line-length <characters>',
        'for captions (srt, vtt): 42 by default, 16 in Chinese and Japanese',
      ).argParser(wholeNumber(lineLength)),
    )
    .addOption(
      new Option('--max-lines <count>', 'lines per caption: 2 by default').argParser(wholeNumber(lines)),
    );
}

/** The caption shape that the flags ask for, as the local API takes it. */
export function captionQuery({ maxLineLength, maxLines }: CaptionFlags) {
  return {
    ...(maxLineLength === undefined ? {} : { max_line_length: String(maxLineLength) }),
    ...(maxLines === undefined ? {} : { max_lines: String(maxLines) }),
  };
}

function wholeNumber({ least, most }: { readonly least: number; readonly most: number }) {
  return (written: string): number => {
    const value = Number(written);
    if (/^\d{1,4}$/.test(written) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}
