// SPDX-License-Identifier: Apache-2.0
#include "submission/tree.h"
