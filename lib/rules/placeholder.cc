// SPDX-License-Identifier: Apache-2.0
#include "rules/load.h"
