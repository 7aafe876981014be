import { createRequire } from 'node:module';
import type { Finding } from '@quoth/contract';

/** The package that holds the library, by platform and architecture; the names are the library's own. */
const packages: Readonly<Record<string, string>> = {
  'darwin-arm64': '@transcribe-cpp/darwin-arm64-metal',
  'darwin-x64': '@transcribe-cpp/darwin-x64-cpu',
  'linux-arm64': '@transcribe-cpp/linux-arm64-cpu-vulkan',
  'linux-x64': '@transcribe-cpp/linux-x64-cpu-vulkan',
  'win32-x64': '@transcribe-cpp/win32-x64-cpu-vulkan',
};

const title = 'Neural speech models (transcribe.cpp)';

/** For the doctor: whether the native library is here, and how many models it has to run. Nothing is loaded for it. */
export function libraryFinding(
  installedModels: number,
  place = `${process.platform}-${process.arch}`,
): Finding {
  const wanted = packages[place];
  if (wanted === undefined) {
    return {
      id: 'transcribe-cpp',
      title,
      status: 'missing',
      detail: `There is no prebuilt library for ${place}; PocketSphinx and other engines work without it.`,
    };
  }
  if (!isThere(wanted)) {
    return {
      id: 'transcribe-cpp',
      title,
      status: 'missing',
      detail: `The package ${wanted} is not installed.`,
      fix: 'npm install --include=optional',
    };
  }
  const detail =
    installedModels === 0
      ? 'Ready, but no model is installed: "quoth models list" shows the available ones.'
      : `Ready, ${installedModels} ${installedModels === 1 ? 'model' : 'models'} installed.`;
  return { id: 'transcribe-cpp', title, status: 'ok', detail };
}

function isThere(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return false;
    throw error;
  }
}
